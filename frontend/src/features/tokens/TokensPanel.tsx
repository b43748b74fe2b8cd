import { PlusOutlined } from '@ant-design/icons';
import { Button, Card, Flex } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { EmptyState } from '@/ui/EmptyState';
import { CreateTokenDialog } from './CreateTokenDialog';
import { TokenRow } from './TokenRow';

export const TokensPanel_tokens = graphql(`
  fragment TokensPanel_tokens on AccessTokenConnection {
    nodes { id revokedAt ...TokenRow_token }
  }
`);

type Props = {
  /** Whose tokens they are, and for whom new ones are made. */
  subject: string;
  kind: 'USER' | 'AGENT';
  tokens: FragmentType<typeof TokensPanel_tokens>;
  /** A token was made: the list is to be read again. */
  onCreated: () => void;
};

/** The access tokens of a person or an agent: make, look over, revoke. */
export function TokensPanel({ subject, kind, tokens, onCreated }: Props) {
  const { t } = useTranslation('tokens');
  const [creating, setCreating] = useState(false);
  const { nodes } = readFragment(TokensPanel_tokens, tokens);
  const create = (
    <Button icon={<PlusOutlined />} onClick={() => setCreating(true)}>
      {t('create')}
    </Button>
  );
  return (
    <Card size="small" title={t('title')} extra={nodes.length > 0 && create}>
      {nodes.length === 0 ? (
        <EmptyState
          title={t('empty')}
          text={t(kind === 'AGENT' ? 'emptyAgent' : 'emptyUser')}
          action={create}
        />
      ) : (
        <Flex vertical component="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {nodes.map((token) => (
            <TokenRow key={token.id} token={token} />
          ))}
        </Flex>
      )}
      {creating && (
        <CreateTokenDialog
          subject={subject}
          kind={kind}
          onCreated={onCreated}
          onClose={() => setCreating(false)}
        />
      )}
    </Card>
  );
}
