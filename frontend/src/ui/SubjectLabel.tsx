import { RobotOutlined, UserOutlined } from '@ant-design/icons';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';

export const SubjectLabel_subject = graphql(`
  fragment SubjectLabel_subject on Subject {
    __typename
    ... on User { id username displayName }
    ... on Agent { id name agentDisplayName: displayName }
  }
`);

type Props = { subject: FragmentType<typeof SubjectLabel_subject>; plain?: boolean };

/** A person or an agent, by name; agents link to their page. */
export function SubjectLabel({ subject, plain = false }: Props) {
  const who = readFragment(SubjectLabel_subject, subject);
  if (who.__typename === 'User')
    return (
      <span title={who.username}>
        <UserOutlined aria-hidden /> {who.displayName}
      </span>
    );
  const name = (
    <>
      <RobotOutlined aria-hidden /> {who.agentDisplayName}
    </>
  );
  if (plain) return <span title={who.name}>{name}</span>;
  return (
    <Link to={`/agents/${who.id}`} title={who.name}>
      {name}
    </Link>
  );
}
