import { Button, Flex, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { AuditRow_EventFragment } from '@/graph/generated/graphql';
import { RelativeTime } from '@/ui/RelativeTime';
import { SubjectLabel } from '@/ui/SubjectLabel';
import { actionKey } from './actions';

export const AuditRow_event = graphql(`
  fragment AuditRow_event on AuditEvent {
    id
    at
    action
    targetId
    actor { ...SubjectLabel_subject }
    target {
      __typename
      ... on Tool { id toolName: displayName }
      ... on User { id userName: displayName }
      ... on Agent { id agentName: displayName }
      ... on Category { id categoryName: name }
    }
  }
`);

type Cell = { event: FragmentType<typeof AuditRow_event> };
type Target = AuditRow_EventFragment['target'];

/** What was done, in words; an action that this console does not know stays as it is. */
export function useActionWords() {
  const { t } = useTranslation('audit');
  return (action: string) => {
    const key = actionKey(action);
    return key ? t(key) : action;
  };
}

export function ActionCell({ event, onOpen }: Cell & { onOpen: (id: string) => void }) {
  const { id, action } = readFragment(AuditRow_event, event);
  const words = useActionWords();
  return (
    <Button type="link" size="small" style={{ padding: 0 }} onClick={() => onOpen(id)}>
      {words(action)}
    </Button>
  );
}

export function ActorCell({ event }: Cell) {
  const { t } = useTranslation('audit');
  const { actor } = readFragment(AuditRow_event, event);
  return actor ? <SubjectLabel subject={actor} /> : t('server');
}

export function TargetCell({ event }: Cell) {
  const { target, targetId } = readFragment(AuditRow_event, event);
  return <TargetLink target={target} targetId={targetId} />;
}

/** The page of what was changed, and the name it goes by; undefined for what has no page, or is gone. */
function placeOf(target: Target): [path: string, name: string] | undefined {
  switch (target?.__typename) {
    case 'Tool':
      return [`/tools/${target.id}`, target.toolName];
    case 'Agent':
      return [`/agents/${target.id}`, target.agentName];
    case 'Category':
      return ['/settings/categories', target.categoryName];
    case 'User':
      return ['/settings/people', target.userName];
    default:
      return undefined;
  }
}

export function TargetLink({ target, targetId }: { target: Target; targetId: string }) {
  const place = placeOf(target);
  if (!place)
    return (
      <Typography.Text code style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
        {targetId}
      </Typography.Text>
    );
  const [path, name] = place;
  return (
    <Link to={path} style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
      {name}
    </Link>
  );
}

export function TimeCell({ event }: Cell) {
  return <RelativeTime at={readFragment(AuditRow_event, event).at} />;
}

/** A line where there is no room for columns. */
export function AuditCard({ event, onOpen }: Cell & { onOpen: (id: string) => void }) {
  return (
    <Flex vertical gap={4}>
      <Flex justify="space-between" gap={8}>
        <ActionCell event={event} onOpen={onOpen} />
        <TimeCell event={event} />
      </Flex>
      <Flex justify="space-between" gap={8} wrap>
        <ActorCell event={event} />
        <TargetCell event={event} />
      </Flex>
    </Flex>
  );
}
