import { CheckCircleFilled, CloseOutlined } from '@ant-design/icons';
import { Button, Card, Flex, Progress, Typography, theme } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { type FragmentType, graphql, readFragment } from '@/graph/generated';
import { type Step, stepsOf } from './steps';

export const Checklist_query = graphql(`
  fragment Checklist on Query {
    ownTools: tools(first: 1, filter: { owner: $me }) { nodes { id } }
    activeTools: tools(first: 1, filter: { owner: $me, status: [ACTIVE, DEPRECATED] }) {
      nodes { id }
    }
    ownRuns: executions(first: 1, filter: { caller: $me }) { nodes { id } }
    ownAgents: agents(first: 20, filter: { owner: $me }) {
      nodes {
        id
        executions(first: 1) { nodes { id } }
        permissions(first: 1) { nodes { id } }
        profile { id tokens(first: 1) { nodes { id } } }
      }
    }
  }
`);

type Props = { query: FragmentType<typeof Checklist_query>; onDismiss: () => void };

/** The way from an empty server to an agent's first call. Gone once it is walked. */
export function Checklist({ query, onDismiss }: Props) {
  const { t } = useTranslation('home');
  const steps = stepsOf(readFragment(Checklist_query, query));
  const done = steps.filter((step) => step.done).length;
  if (done === steps.length) return null;
  const next = steps.find((step) => !step.done);
  return (
    <Card
      size="small"
      title={t('checklist.title')}
      extra={
        <Button type="text" icon={<CloseOutlined />} onClick={onDismiss}>
          {t('checklist.dismiss')}
        </Button>
      }
    >
      <Flex vertical gap={8}>
        <Flex gap={12} align="center">
          <Progress
            aria-label={t('checklist.title')}
            percent={(done / steps.length) * 100}
            showInfo={false}
            size="small"
            style={{ maxWidth: 240 }}
          />
          <Typography.Text type="secondary" style={{ whiteSpace: 'nowrap' }}>
            {t('checklist.progress', { done, total: steps.length })}
          </Typography.Text>
        </Flex>
        <ol style={{ listStyle: 'none', margin: 0, padding: 0 }}>
          {steps.map((step, index) => (
            <StepLine key={step.name} step={step} number={index + 1} next={step === next} />
          ))}
        </ol>
      </Flex>
    </Card>
  );
}

function StepLine({ step, number, next }: { step: Step; number: number; next: boolean }) {
  const { t } = useTranslation('home');
  const { token } = theme.useToken();
  return (
    <li style={{ display: 'flex', gap: 10, padding: '4px 0', alignItems: 'baseline' }}>
      <span style={{ width: 20, textAlign: 'center', flexShrink: 0 }}>
        {step.done ? (
          <CheckCircleFilled
            role="img"
            aria-label={t('checklist.done')}
            style={{ color: token.colorSuccess }}
          />
        ) : (
          <Typography.Text type="secondary">{number}</Typography.Text>
        )}
      </span>
      <span>
        {step.done ? (
          <Typography.Text type="secondary">{t(`checklist.${step.name}`)}</Typography.Text>
        ) : (
          <Link to={step.to} style={{ display: 'inline-block', minHeight: 24 }}>
            {t(`checklist.${step.name}`)}
          </Link>
        )}
        {next && (
          <Typography.Text type="secondary" style={{ display: 'block' }}>
            {t(`checklist.${step.name}Text`)}
          </Typography.Text>
        )}
      </span>
    </li>
  );
}
