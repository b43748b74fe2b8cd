import type { ExecutionStatus } from '@/graph/generated/graphql';

const ENDED: readonly ExecutionStatus[] = [
  'SUCCESS',
  'FAILED',
  'TIMEOUT',
  'CANCELLED',
  'UNAUTHORIZED',
];

export const hasEnded = (status: ExecutionStatus) => ENDED.includes(status);
