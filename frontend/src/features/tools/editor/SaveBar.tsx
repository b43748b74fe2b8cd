import { Button, Flex, Input, Typography, theme } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftState } from './useDraft';

type Props = {
  draft: DraftState;
  blocked: boolean;
  checking: boolean;
  saving: boolean;
  onSave: (changelog: string | null) => Promise<boolean>;
  onDiscard: () => void;
};

/** Says what is unsaved, takes the changelog, saves. Stays in sight while the page scrolls. */
export function SaveBar({ draft, blocked, checking, saving, onSave, onDiscard }: Props) {
  const { t } = useTranslation('tools');
  const { token } = theme.useToken();
  const [changelog, setChangelog] = useState('');
  const dirty = draft.changed.length > 0;
  const submit = async () => {
    if (await onSave(changelog.trim() || null)) setChangelog('');
  };
  const names = draft.changed.map((field) => t(`field.${field}`)).join(', ');
  return (
    <Flex
      component="form"
      gap={8}
      wrap
      align="center"
      style={{
        position: 'sticky',
        top: -16,
        zIndex: 5,
        background: token.colorBgLayout,
        paddingBlock: 8,
      }}
      onSubmit={(event: React.FormEvent) => {
        event.preventDefault();
        if (dirty && !blocked) void submit();
      }}
    >
      <Typography.Text
        role="status"
        type={dirty ? undefined : 'secondary'}
        style={{ flex: '1 1 180px' }}
      >
        {dirty
          ? t('editor.unsaved', { fields: names, version: draft.baseVersion })
          : t('editor.noChanges', { version: draft.baseVersion })}
        {dirty && draft.outdated && ` ${t('editor.outdated')}`}
        {dirty && checking && ` ${t('editor.checking')}`}
      </Typography.Text>
      <Input
        aria-label={t('editor.changelog')}
        placeholder={t('editor.changelog')}
        value={changelog}
        maxLength={500}
        onChange={(event) => setChangelog(event.target.value)}
        style={{ flex: '2 1 200px', maxWidth: 420 }}
      />
      <Button disabled={!dirty || saving} onClick={onDiscard}>
        {t('editor.discard')}
      </Button>
      <Button type="primary" htmlType="submit" disabled={!dirty || blocked} loading={saving}>
        {t('save', { ns: 'common' })}
      </Button>
    </Flex>
  );
}
