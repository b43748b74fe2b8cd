import { Card, Descriptions, Flex, Tag, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { useViewer } from '@/app/viewer';
import { type DocumentType, type FragmentType, graphql, readFragment } from '@/graph/generated';
import type { SandboxLevel } from '@/graph/generated/graphql';
import { SandboxTag } from '@/ui/SandboxTag';
import { ServerWords } from '@/ui/ServerWords';

export const SandboxCard_sandbox = graphql(`
  fragment SandboxCard_sandbox on SandboxInfo {
    level
    minimum
    refuses
    isolated
    landlockAbi
    summary
    findings { level available reason }
  }
`);

type Sandbox = DocumentType<typeof SandboxCard_sandbox>;

const LEVELS = ['L3', 'L2', 'L1', 'L0'] as const satisfies readonly SandboxLevel[];
const COLORS = { used: 'success', missing: 'warning', unneeded: 'default', unwanted: 'default' };

/** How well scripts are kept apart here, and what each level would mean. */
export function SandboxCard(props: { sandbox: FragmentType<typeof SandboxCard_sandbox> }) {
  const { t } = useTranslation('health');
  const sandbox = readFragment(SandboxCard_sandbox, props.sandbox);
  const { minimum, landlockAbi } = sandbox;
  return (
    <Card size="small" title={t('sandbox.title')}>
      <Flex vertical gap={16}>
        <Flex vertical gap={8} align="start" style={{ maxWidth: 820 }}>
          <SandboxTag sandbox={{ ...sandbox, refuses: false }} />
          <ServerWords>{sandbox.summary}</ServerWords>
        </Flex>
        <Descriptions
          size="small"
          style={{ maxWidth: 820 }}
          column={{ xs: 1, md: 2 }}
          items={[
            {
              key: 'minimum',
              label: t('sandbox.minimum'),
              children:
                minimum === 'L0' ? t('sandbox.noMinimum') : t('sandbox.atLeast', { minimum }),
            },
            {
              key: 'landlock',
              label: t('sandbox.landlock'),
              children: landlockAbi
                ? t('sandbox.landlockAbi', { abi: landlockAbi })
                : t('sandbox.noLandlock'),
            },
          ]}
        />
        <ul style={{ listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 12 }}>
          {LEVELS.map((level) => (
            <LevelRow key={level} level={level} sandbox={sandbox} />
          ))}
        </ul>
      </Flex>
    </Card>
  );
}

/** The levels are tried from the best one allowed down to the first that the machine can hold. */
function stateOf(level: SandboxLevel, { level: reached, findings }: Sandbox): keyof typeof COLORS {
  if (level === reached) return 'used';
  if (findings.some((found) => found.level === level)) return 'missing';
  return level < reached ? 'unneeded' : 'unwanted';
}

function LevelRow({ level, sandbox }: { level: SandboxLevel; sandbox: Sandbox }) {
  const { t } = useTranslation('health');
  const { isAdmin } = useViewer();
  const state = stateOf(level, sandbox);
  const reason = sandbox.findings.find((found) => found.level === level)?.reason;
  return (
    <li>
      <Flex gap={8} wrap align="center">
        <Typography.Text strong>{level}</Typography.Text>
        <Tag color={COLORS[state]}>{t(`state.${state}`)}</Tag>
      </Flex>
      <div>{t(`level.${level}`)}</div>
      {state === 'missing' && (
        <Typography.Text type="secondary" style={{ overflowWrap: 'anywhere' }}>
          {reason ? (
            <ServerWords>{reason}</ServerWords>
          ) : (
            t(isAdmin ? 'sandbox.noReason' : 'sandbox.askAdmin')
          )}
        </Typography.Text>
      )}
    </li>
  );
}
