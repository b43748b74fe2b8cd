import type { ToolNetwork, ToolPolicyInput, ToolVisibility } from '@/graph/generated/graphql';

/** Who sees a tool, whose it is, how often it may be called and what it reaches: not versioned, so never restored. */
export type Policy = {
  visibility: ToolVisibility;
  owner: string | null;
  rateLimitPerMinute: number | null;
  rateLimitPerHour: number | null;
  network: ToolNetwork;
};

export const TOOL_NETWORKS = ['FULL', 'NONE'] as const satisfies readonly ToolNetwork[];

const FIELDS = [
  'visibility',
  'owner',
  'rateLimitPerMinute',
  'rateLimitPerHour',
  'network',
] as const;

const pick = (policy: Policy, fields: readonly (keyof Policy)[]): ToolPolicyInput =>
  Object.fromEntries(fields.map((field) => [field, policy[field]]));

/** Only what was changed, with the values it replaces: so that nobody's change is overwritten unseen. */
export function policyChange(
  before: Policy,
  after: Policy,
): { policy: ToolPolicyInput; expected: ToolPolicyInput } | null {
  // Nobody owns a platform tool.
  const wanted = after.visibility === 'PLATFORM' ? { ...after, owner: null } : after;
  const changed = FIELDS.filter((field) => before[field] !== wanted[field]);
  if (changed.length === 0) return null;
  return { policy: pick(wanted, changed), expected: pick(before, changed) };
}
