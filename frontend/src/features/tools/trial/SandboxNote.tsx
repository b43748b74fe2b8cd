import { Alert, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useQuery } from 'urql';
import { graphql } from '@/graph/generated';
import type { ToolNetwork } from '@/graph/generated/graphql';

const TrySandboxQuery = graphql(`
  query TrySandbox {
    server {
      sandbox { level isolated refuses }
    }
  }
`);

/** How well the run will be kept apart; or why there will be none. */
export function SandboxNote({ network }: { network: ToolNetwork }) {
  const { t } = useTranslation('tools');
  const [{ data }] = useQuery({ query: TrySandboxQuery });
  if (!data?.server) return null;
  const { level, isolated, refuses } = data.server.sandbox;
  const link = <Link to="/health">{t('try.sandboxMore')}</Link>;
  if (refuses || (network === 'NONE' && !isolated))
    return (
      <Alert
        type="warning"
        showIcon
        role="note"
        title={t(refuses ? 'try.refuses' : 'try.needsIsolation')}
        description={link}
      />
    );
  return (
    <Flex gap={8} wrap>
      <Typography.Text type="secondary">
        {isolated ? t('try.isolated', { level }) : t('try.notIsolated')}
      </Typography.Text>
      {link}
    </Flex>
  );
}
