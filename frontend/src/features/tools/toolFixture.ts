import { connection } from '../../../test/server';

/** For tests: what a server answers for a tool, its versions and what surrounds them. */
export const ADA = {
  __typename: 'User',
  id: 'user_1',
  username: 'ada',
  displayName: 'Ada Lovelace',
};
export const BOT = {
  __typename: 'Agent',
  id: 'agent_1',
  name: 'billing_bot',
  displayName: 'Billing bot',
};
const NOW = '2026-11-21T20:00:00Z';

export const FINANCE = {
  __typename: 'Category',
  id: 'category_1',
  name: 'Finance',
  description: null,
  parent: null,
  ancestors: [],
  children: [],
  tools: connection([]),
};

export const CONTENT = {
  displayName: 'Invoice total',
  description: 'Totals invoice lines.',
  icon: null,
  category: FINANCE,
  tags: ['finance'],
  executorType: 'PYTHON',
  executorConfig: { entry: 'MAIN' },
  scriptContent: 'def main(amount):\n    return amount\n',
  inputSchema: {
    type: 'object',
    required: ['amount'],
    properties: { amount: { type: 'number', title: 'Amount' } },
  },
  outputSchema: {},
  timeoutSeconds: 30,
  annotations: { readOnly: null, destructive: null, idempotent: null, openWorld: null },
  examples: { prompts: [], inputs: [{ name: 'Seven', value: { amount: 7 } }] },
};

type Change = Record<string, unknown>;

export const version = (number: number, latest: number, change: Change = {}) => ({
  __typename: 'ToolVersion',
  ...CONTENT,
  id: `version_${number}`,
  version: number,
  changelog: `Change ${number}`,
  author: ADA,
  isLatest: number === latest,
  createdAt: NOW,
  ...change,
});

export const tool = (change: Change = {}) => ({
  __typename: 'Tool',
  ...CONTENT,
  id: 'tool_1',
  name: 'invoice_total',
  status: 'ACTIVE',
  visibility: 'PRIVATE',
  owner: ADA,
  version: 3,
  rateLimitPerMinute: null,
  rateLimitPerHour: null,
  network: 'FULL',
  usage: { executionCount: 12, lastExecutedAt: null },
  functionDefinition: ({ format }: { format: string }) => ({ format }),
  versions: connection([version(3, 3), version(2, 3), version(1, 3)]),
  versionNumber: ({ version: number }: { version: number }) => version(number, 3),
  executions: connection([]),
  permissions: connection([]),
  agents: connection([BOT]),
  viewerPermission: 'ADMIN',
  viewerCanExecute: true,
  statusMoves: ['DEACTIVATE', 'DEPRECATE'],
  createdAt: NOW,
  updatedAt: NOW,
  deletedAt: null,
  ...change,
});

/** The rest of what the tool's pages ask for. */
export const AROUND = {
  categories: [FINANCE],
  toolTags: ['finance', 'csv'],
  versionDiff: {
    __typename: 'VersionDiff',
    impact: 'COMPATIBLE',
    changes: [
      {
        __typename: 'VersionChange',
        kind: 'DESCRIPTION',
        impact: 'COMPATIBLE',
        path: ['description'],
        before: 'Old words.',
        after: CONTENT.description,
        isProven: true,
      },
    ],
  },
  users: connection([ADA]),
  agents: connection([BOT]),
  node: ({ id }: { id: string }) => [ADA, BOT].find((each) => each.id === id),
};

export const refusal = (code: string, message: string, ...field: string[]) => ({
  code,
  message,
  field,
});
