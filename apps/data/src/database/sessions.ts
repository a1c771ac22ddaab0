import { BY_INDEX, REUSED_PLANS, type SessionSettings } from '@foretell/platform-prisma';

/** Lists, look-ups and the writing of facts: each statement is served by one index whatever its parameters. */
export const SESSIONS: SessionSettings = { ...REUSED_PLANS, ...BY_INDEX };

/** For a transaction that reads whole tables or ranges of any length: each statement is planned for what it is. */
export const PLANNED_EACH_TIME = [
  'enable_seqscan = on',
  'enable_hashjoin = on',
  'enable_mergejoin = on',
  'plan_cache_mode = auto',
]
  .map((setting) => `SET LOCAL ${setting}`)
  .join('; ');
