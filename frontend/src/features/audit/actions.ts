/** All that the server writes to the trail; the texts have words for each, with a dash for the dot. */
export const ACTIONS = [
  'access_token.create',
  'access_token.revoke',
  'agent.create',
  'agent.update',
  'category.create',
  'category.delete',
  'category.update',
  'session.create',
  'session.revoke',
  'sign_in_link.create',
  'tool.create',
  'tool.delete',
  'tool.duplicate',
  'tool.import',
  'tool.install',
  'tool.move_status',
  'tool.restore_version',
  'tool.undelete',
  'tool.update',
  'tool.update_policy',
  'tool_permission.grant',
  'tool_permission.revoke',
  'user.create',
  'user.set_password',
  'user.update',
] as const;
export type Action = (typeof ACTIONS)[number];

type Key<Name extends string> = Name extends `${infer Kind}.${infer Verb}`
  ? `action.${Kind}-${Verb}`
  : never;

/** The key of an action's words; undefined for one that this console does not know. */
export function actionKey(action: string): Key<Action> | undefined {
  if (!(ACTIONS as readonly string[]).includes(action)) return undefined;
  return `action.${action.replace('.', '-')}` as Key<Action>;
}
