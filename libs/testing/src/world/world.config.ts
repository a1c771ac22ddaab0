/** The servers started by tools/test-servers or by the caller. */
export interface WorldConfig {
  /** The superuser's URL. */
  readonly databaseUrl: string;
  /** A migrated, empty database on the same server, to be copied. */
  readonly templateDatabase: string;
  readonly natsUrl: string;
}

/** Throws, with what to do about it, when no servers are named. */
export function readWorldConfig(env: NodeJS.ProcessEnv = process.env): WorldConfig {
  const databaseUrl = env['TEST_DATABASE_URL'];
  const natsUrl = env['NATS_URL'];
  if (!databaseUrl || !natsUrl) throw new Error('call the spec *.db.spec.ts, or set TEST_DATABASE_URL and NATS_URL');
  return { databaseUrl, natsUrl, templateDatabase: env['TEST_TEMPLATE_DATABASE'] ?? 'foretell_template' };
}
