import { SafetyCertificateOutlined } from '@ant-design/icons';
import { Alert, Button, Flex, Typography } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useClient, useQuery } from 'urql';
import { type UserError, useFault } from '@/graph/faults';
import { graphql } from '@/graph/generated';
import type { VerifyTrailQuery } from '@/graph/generated/graphql';
import { RelativeTime } from '@/ui/RelativeTime';
import { ServerWords } from '@/ui/ServerWords';
import { UserErrors } from '@/ui/UserErrors';

const TrailDocument = graphql(`
  query Trail {
    auditTrail { sealed due head lastSealedAt }
  }
`);
const VerifyTrailDocument = graphql(`
  query VerifyTrail {
    auditTrail {
      sealed
      due
      head
      lastSealedAt
      verification {
        isWhole
        checked
        verifiedAt
        fault { kind message sealNumber eventId }
      }
    }
  }
`);

type Verification = NonNullable<VerifyTrailQuery['auditTrail']>['verification'];

/** Has the server read the whole trail against its seals, and says what it found. */
export function VerifyTrail({ onOpen }: { onOpen: (id: string) => void }) {
  const { t } = useTranslation('audit');
  const client = useClient();
  const describe = useFault();
  const [{ data }] = useQuery({ query: TrailDocument, requestPolicy: 'cache-and-network' });
  const [busy, setBusy] = useState(false);
  const [found, setFound] = useState<Verification | { problem: UserError }>();
  const verify = async () => {
    setBusy(true);
    const { data: answer, error } = await client
      .query(VerifyTrailDocument, {}, { requestPolicy: 'network-only' })
      .toPromise();
    const verification = answer?.auditTrail?.verification;
    const refused = { code: 'FORBIDDEN', message: t('verify.refused'), own: true };
    setFound(verification ?? { problem: error ? describe(error) : refused });
    setBusy(false);
  };
  const trail = data?.auditTrail;
  return (
    <Flex vertical gap={8}>
      <Flex gap={12} wrap align="center">
        <Button icon={<SafetyCertificateOutlined />} loading={busy} onClick={() => void verify()}>
          {t('verify.button')}
        </Button>
        {trail && (
          <Typography.Text type="secondary">
            {t('verify.sealed', { count: trail.sealed })}
            {trail.due > 0 && ` ${t('verify.due', { count: trail.due })}`}
            {trail.lastSealedAt && (
              <>
                {' '}
                {t('verify.last')} <RelativeTime at={trail.lastSealedAt} />
              </>
            )}
          </Typography.Text>
        )}
      </Flex>
      <div role="status">{found && <Outcome found={found} onOpen={onOpen} />}</div>
    </Flex>
  );
}

type OutcomeProps = { found: Verification | { problem: UserError }; onOpen: (id: string) => void };

function Outcome({ found, onOpen }: OutcomeProps) {
  const { t } = useTranslation('audit');
  if ('problem' in found) return <UserErrors errors={[found.problem]} />;
  if (!found.fault)
    return (
      <Alert
        type="success"
        showIcon
        role="none"
        title={t('verify.whole', { count: found.checked })}
      />
    );
  const { kind, message, eventId } = found.fault;
  return (
    <Alert
      type="error"
      showIcon
      role="none"
      title={t(`verify.${kind}`)}
      description={<ServerWords>{message}</ServerWords>}
      action={
        eventId && kind !== 'DELETED' ? (
          <Button size="small" onClick={() => onOpen(eventId)}>
            {t('verify.show')}
          </Button>
        ) : undefined
      }
    />
  );
}
