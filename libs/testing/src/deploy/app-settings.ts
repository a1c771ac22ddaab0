import { readSourceFiles } from '../source-files';

const NATS = 'libs/platform/server/src/config/nats-variables.ts';
const SERVICE = ['libs/platform/server/src/config/service.config.ts', NATS];

/** The files in which each app reads its environment. */
export const CONFIGS: Readonly<Record<string, readonly string[]>> = {
  clob: ['apps/clob/src/clob.config.ts', 'libs/platform/auth/src/auth.config.ts', ...SERVICE],
  gamma: ['apps/gamma/src/gamma.config.ts', ...SERVICE],
  data: ['apps/data/src/data.config.ts', ...SERVICE],
  ops: ['apps/ops/src/ops.config.ts', NATS],
  console: ['tools/console/settings.mjs'],
  migrate: ['tools/migrate.mjs', 'tools/migrate/streams.cjs'],
};
/**
 * Variables that a site must set, because a default would have a wrong address or another user's rights. By app, or by a workload
 * that does less than its app.
 */
export const REQUIRED: Readonly<Record<string, readonly string[]>> = {
  clob: ['CLOB_DATABASE_URL', 'AUTH_MASTER_KEY', 'NATS_URL', 'NATS_USER', 'NATS_PASSWORD', 'NATS_JS_API', 'CLOB_PORT'],
  gamma: ['GAMMA_DATABASE_URL', 'NATS_URL', 'NATS_USER', 'NATS_PASSWORD', 'NATS_JS_API', 'GAMMA_PORT'],
  data: ['DATA_DATABASE_URL', 'NATS_URL', 'NATS_USER', 'NATS_PASSWORD', 'NATS_JS_API', 'DATA_PORT'],
  ops: ['NATS_URL', 'NATS_USER', 'NATS_PASSWORD', 'NATS_JS_API', 'CLOB_URL', 'GAMMA_URL', 'DATA_URL'],
  console: ['CONSOLE_PORT', 'CONSOLE_CLOB_URL', 'CONSOLE_GAMMA_URL', 'CONSOLE_DATA_URL'],
  migrate: ['DATABASE_URL'],
  backup: ['DATABASE_URL'],
  restore: ['DATABASE_URL', 'NATS_URL', 'NATS_USER', 'NATS_PASSWORD', 'NATS_JS_API'],
};
export const SECRET = /PASSWORD|_KEYS?$|DATABASE_URL|CREDS/;
/** Variables of node, not of ours. */
const RUNTIME = ['NODE_OPTIONS'];

/** Names of variables in the files that read them; tools/migrate.mjs composes the names of its passwords. */
export function known(app: string): ReadonlySet<string> {
  const { code } = readSourceFiles();
  const text = (CONFIGS[app] ?? []).map((path) => code.find((file) => file.path === path)?.text ?? '').join('\n');
  const names = [...text.matchAll(/\b[A-Z][A-Z0-9_]{3,}\b/g)].map(([name]) => name);
  const composed = app === 'migrate' ? ['CLOB_PASSWORD', 'GAMMA_PASSWORD', 'DATA_PASSWORD', 'BACKUP_PASSWORD'] : [];
  return new Set([...names, ...composed, ...RUNTIME]);
}
