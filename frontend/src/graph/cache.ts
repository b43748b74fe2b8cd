import { type Cache, cacheExchange, type UpdateResolver } from '@urql/exchange-graphcache';

/** Types without an id: they live inside their parents. `cache.test.ts` compares the list with the schema. */
export const EMBEDDED_TYPES = [
  'AccessTokenConnection',
  'AccessTokenEdge',
  'AgentConnection',
  'AgentEdge',
  'AuditEventConnection',
  'AuditEventEdge',
  'AuditFaultInfo',
  'AuditTrailInfo',
  'AuditVerificationInfo',
  'CallerStatistics',
  'CheckWarning',
  'DatabaseInfo',
  'ExampleInput',
  'ExecutionConnection',
  'ExecutionEdge',
  'ExecutionEvent',
  'ExecutionEventConnection',
  'ExecutionEventEdge',
  'ExecutorInfo',
  'FailureStatistics',
  'ImportedTool',
  'PageInfo',
  'RunLoad',
  'SandboxFinding',
  'SandboxInfo',
  'ServerInfo',
  'Statistics',
  'StatisticsBucket',
  'StatisticsTotals',
  'ToolAnnotations',
  'ToolConnection',
  'ToolEdge',
  'ToolExamples',
  'ToolPermissionConnection',
  'ToolPermissionEdge',
  'ToolStatistics',
  'ToolUsage',
  'ToolVersionConnection',
  'ToolVersionEdge',
  'UserConnection',
  'UserEdge',
  'UserError',
  'VersionChange',
  'VersionDiff',
  'Viewer',
];

/** Which types a fragment on an abstract type fits; without it the cache would guess. */
export const POSSIBLE_TYPES = {
  AuditTarget: ['Tool', 'User', 'Agent', 'Category'],
  Subject: ['User', 'Agent'],
};

type Args = { input: { id?: string; tool?: string } };

function forget(cache: Cache, entity: string | { __typename: string; id: string }, field: string) {
  for (const { fieldName, arguments: args } of cache.inspectFields(entity)) {
    if (fieldName === field) cache.invalidate(entity, field, args ?? undefined);
  }
}

/** Lists of the root that the mutation may have changed are read again by whoever shows them. */
const forgetRoot =
  (...fields: string[]): UpdateResolver =>
  (_result, _args, cache) => {
    for (const field of fields) forget(cache, 'Query', field);
  };

const forgetVersions: UpdateResolver = (_result, args, cache) => {
  const { id } = (args as Args).input;
  if (id) forget(cache, { __typename: 'Tool', id }, 'versions');
  forget(cache, 'Query', 'tools');
  forget(cache, 'Query', 'toolTags');
};

const forgetPermissions: UpdateResolver = (_result, args, cache) => {
  const { tool } = (args as Args).input;
  if (tool) forget(cache, { __typename: 'Tool', id: tool }, 'permissions');
};

/** Lists that hold the deleted thing are read again. */
const forgetDeleted =
  (__typename: string): UpdateResolver =>
  (result, _args, cache, info) => {
    const payload = result[info.fieldName] as { deletedId?: string | null } | undefined;
    if (payload?.deletedId) cache.invalidate({ __typename, id: payload.deletedId });
  };

/** What was done with several tools: each of them is read again, and the lists. */
const forgetTools: UpdateResolver = (result, args, cache, info) => {
  const payload = result[info.fieldName] as { doneIds?: readonly string[] } | undefined;
  for (const id of payload?.doneIds ?? []) cache.invalidate({ __typename: 'Tool', id });
  forgetRoot('tools', 'toolTags')(result, args, cache, info);
};

export function graphCache() {
  return cacheExchange({
    possibleTypes: POSSIBLE_TYPES,
    keys: Object.fromEntries(EMBEDDED_TYPES.map((name) => [name, () => null])),
    updates: {
      Mutation: {
        createTool: forgetRoot('tools', 'toolTags'),
        duplicateTool: forgetRoot('tools'),
        updateTool: forgetVersions,
        restoreToolVersion: forgetVersions,
        deleteTool: forgetRoot('tools', 'toolTags'),
        undeleteTool: forgetRoot('tools', 'toolTags'),
        importTools: forgetRoot('tools', 'tool', 'toolTags', 'categories'),
        moveToolStatuses: forgetTools,
        deleteTools: forgetTools,
        undeleteTools: forgetTools,
        createCategory: forgetRoot('categories'),
        updateCategory: forgetRoot('categories'),
        deleteCategory: forgetRoot('categories', 'category'),
        grantToolPermission: forgetPermissions,
        revokeToolPermission: forgetDeleted('ToolPermission'),
        executeTool: forgetRoot('executions'),
        createAgent: forgetRoot('agents'),
        updateAgent: forgetRoot('agents'),
        createUser: forgetRoot('users'),
        updateUser: forgetRoot('users'),
        revokeSession: forgetDeleted('Session'),
      },
    },
  });
}
