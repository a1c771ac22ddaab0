/** Where tools/test-servers, or who runs the tests, put the servers. */
export interface WorldConfig {
  /** The superuser's URL. */
  readonly databaseUrl: string;
  /** A migrated, empty database on the same server, to be copied. */
  readonly templateDatabase: string;
  readonly natsUrl: string;
}

/** Refuses, with what to do about it, when no servers are named. */
export function readWorldConfig(env: NodeJS.ProcessEnv = process.env): WorldConfig {
  const databaseUrl = env['TEST_DATABASE_URL'];
  const natsUrl = env['NATS_URL'];
  if (!databaseUrl || !natsUrl) throw new Error('call the spec *.db.spec.ts, or set TEST_DATABASE_URL and NATS_URL');
  return { databaseUrl, natsUrl, templateDatabase: env['TEST_TEMPLATE_DATABASE'] ?? 'foretell_template' };
}
