import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { Button, Flex, Input, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { childOf } from '../jsonTree';
import type { DetailProps } from './Details';
import { otherKeywords } from './keywords';
import { setKeyword } from './schemaEdit';
import { JsonField } from './ValueFields';
import { standing } from './values';

/** Whatever else the schema says (`oneOf`, `if`, `x-…`), as JSON: nothing of it is hidden or lost. */
export function OtherKeywords({ text, node, row, readOnly, edit }: DetailProps) {
  const { t } = useTranslation('editor');
  const keywords = otherKeywords(node);
  const set = (keyword: string, value: string | null) =>
    edit(setKeyword(text, row.path, keyword, value), keyword);
  return (
    <Flex vertical gap={8} role="group" aria-label={t('builder.other.title')}>
      {keywords.length > 0 && (
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {t('builder.other.help')}
        </Typography.Text>
      )}
      {keywords.map((keyword) => {
        const said = childOf(node, keyword);
        return (
          <Flex key={keyword} gap={4} align="start">
            <div style={{ flex: 1, minWidth: 0 }}>
              <JsonField
                label={keyword}
                shown={said ? standing(text, said) : ''}
                readOnly={readOnly}
                commit={(value) => value !== null && set(keyword, value)}
              />
            </div>
            {!readOnly && (
              <Button
                type="text"
                icon={<DeleteOutlined aria-hidden />}
                aria-label={t('builder.other.remove', { keyword })}
                onClick={() => set(keyword, null)}
                style={{ marginTop: 20 }}
              />
            )}
          </Flex>
        );
      })}
      {!readOnly && (
        <AddKeyword
          isTaken={(keyword) => childOf(node, keyword) !== undefined}
          onAdd={(keyword) => set(keyword, 'true')}
        />
      )}
    </Flex>
  );
}

type AddProps = { isTaken: (keyword: string) => boolean; onAdd: (keyword: string) => void };

function AddKeyword({ isTaken, onAdd }: AddProps) {
  const { t } = useTranslation('editor');
  const [keyword, setKeywordText] = useState('');
  const taken = isTaken(keyword.trim());
  const add = () => {
    if (!keyword.trim() || taken) return;
    onAdd(keyword.trim());
    setKeywordText('');
  };
  return (
    <Flex gap={8}>
      <Input
        size="small"
        aria-label={t('builder.other.name')}
        placeholder={t('builder.other.placeholder')}
        value={keyword}
        status={taken ? 'error' : undefined}
        spellCheck={false}
        onChange={(event) => setKeywordText(event.target.value)}
        onPressEnter={add}
        style={{ maxWidth: 220 }}
      />
      <Button
        size="small"
        icon={<PlusOutlined aria-hidden />}
        disabled={!keyword.trim() || taken}
        onClick={add}
      >
        {t('builder.other.add')}
      </Button>
    </Flex>
  );
}
