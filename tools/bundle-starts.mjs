/**
 * Arguments, settings and expected output of each bundle without stores. A service loads its modules, then reads its settings and
 * names the missing ones.
 */
const WITHOUT_SETTINGS = /must be set|DATABASE_URL/;

export const STARTS = {
  clob: { prints: WITHOUT_SETTINGS },
  gamma: { prints: WITHOUT_SETTINGS },
  data: { prints: WITHOUT_SETTINGS },
  migrate: { prints: WITHOUT_SETTINGS },
  ops: { args: ['--version'], prints: /^\S*\d+\.\d+\.\d+/ },
  maker: { prints: WITHOUT_SETTINGS },
  console: { env: { CONSOLE_PORT: 'none' }, prints: /CONSOLE_PORT/ },
};

/** Whether the output shows that all modules were loaded. */
export function isStarted({ prints }, printed) {
  return prints.test(printed) && !/MODULE_NOT_FOUND/.test(printed);
}
