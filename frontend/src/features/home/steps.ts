import type { ChecklistFragment } from '@/graph/generated/graphql';

export const STEPS = ['tool', 'run', 'activate', 'agent', 'token', 'grant', 'call'] as const;
export type StepName = (typeof STEPS)[number];
export type Step = { name: StepName; done: boolean; to: string };

/** What the viewer has done already, from what there is; each step with the place where it is done. */
export function stepsOf(data: ChecklistFragment): Step[] {
  const tool = data.ownTools?.nodes[0]?.id;
  const agents = data.ownAgents?.nodes ?? [];
  const done: Record<StepName, boolean> = {
    tool: tool !== undefined,
    run: Boolean(data.ownRuns?.nodes.length),
    activate: Boolean(data.activeTools?.nodes.length),
    agent: agents.length > 0,
    token: agents.some((agent) => agent.profile?.tokens.nodes.length),
    grant: agents.some((agent) => agent.permissions.nodes.length),
    call: agents.some((agent) => agent.executions.nodes.length),
  };
  const ofTool = (tab: string) => (tool ? `/tools/${tool}${tab}` : '/tools/new');
  const ofAgent = agents[0] ? `/agents/${agents[0].id}` : '/agents';
  const to: Record<StepName, string> = {
    tool: '/tools/new',
    run: ofTool('/try'),
    activate: ofTool(''),
    agent: '/agents',
    token: ofAgent,
    grant: ofTool('/access'),
    call: ofAgent,
  };
  return STEPS.map((name) => ({ name, done: done[name], to: to[name] }));
}

const key = (viewer: string) => `toolcrib.checklist.${viewer}`;

export const isDismissed = (viewer: string) => localStorage.getItem(key(viewer)) !== null;
export const dismiss = (viewer: string) => localStorage.setItem(key(viewer), 'dismissed');
