import { BY_INDEX, REUSED_PLANS, type SessionSettings } from '@foretell/platform-prisma';

/** For lists, look-ups and event writes: one index serves each statement, whatever its parameters. */
export const SESSIONS: SessionSettings = { ...REUSED_PLANS, ...BY_INDEX };

/** For a transaction that reads complete tables or ranges of any length: the planner plans each statement for its parameters. */
export const PLANNED_EACH_TIME = [
  'enable_seqscan = on',
  'enable_hashjoin = on',
  'enable_mergejoin = on',
  'plan_cache_mode = auto',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');
