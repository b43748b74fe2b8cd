import { Button, Flex, Input, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftState } from './useDraft';

type Props = {
  draft: DraftState;
  blocked: boolean;
  checking: boolean;
  saving: boolean;
  changelog: string;
  onChangelog: (changelog: string) => void;
  onSave: () => void;
  onDiscard: () => void;
};

/** Says what is unsaved, takes the changelog, saves. Stays in sight while the page scrolls. */
export function SaveBar(props: Props) {
  const { t } = useTranslation('tools');
  const { token } = theme.useToken();
  const { t: words } = useTranslation('editor');
  const { draft, blocked, checking, saving, changelog, onChangelog, onSave, onDiscard } = props;
  const dirty = draft.changed.length > 0;
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
        if (dirty && !blocked) onSave();
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
        placeholder={
          dirty ? words('changelog.suggestion', { fields: names }) : t('editor.changelog')
        }
        value={changelog}
        maxLength={500}
        onChange={(event) => onChangelog(event.target.value)}
        style={{ flex: '2 1 200px', maxWidth: 420 }}
      />
      <Button disabled={!dirty || saving} onClick={onDiscard}>
        {t('editor.discard')}
      </Button>
      <Button
        type="primary"
        htmlType="submit"
        aria-keyshortcuts="Control+S"
        disabled={!dirty || blocked}
        loading={saving}
      >
        {t('save', { ns: 'common' })}
      </Button>
    </Flex>
  );
}
