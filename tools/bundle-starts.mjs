/**
 * How far each bundle starts without stores: its arguments, its settings, and the output once all modules are loaded. A service
 * loads its modules before it reads its settings, and then names the missing ones.
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

/** Whether this output is the one of a bundle that has all its modules. */
export function isStarted({ prints }, printed) {
  return prints.test(printed) && !/MODULE_NOT_FOUND/.test(printed);
}
