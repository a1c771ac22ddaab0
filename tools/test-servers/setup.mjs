/**
 * Jest's globalSetup of a project with specs that need servers. Uses TEST_DATABASE_URL and NATS_URL of the environment if set.
 */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { leaseServers } from './lease.mjs';

const NEEDS_SERVERS = /\.db\.spec\.ts$/;

export default async function setUp(globalConfig, { rootDir, globals }) {
  if (process.env.TEST_DATABASE_URL && process.env.NATS_URL) return;
  if (!globals.allSpecsNeedServers && !asksForServers(globalConfig, rootDir)) return;
  const { variables, release } = await leaseServers();
  Object.assign(process.env, variables);
  globalThis.releaseTestServers = release;
}

/** Whether one of the requested spec files needs servers: the others run without them. */
function asksForServers({ testPathPatterns }, rootDir) {
  const paths = readdirSync(join(rootDir, 'src'), { recursive: true }).map((path) => join(rootDir, 'src', String(path)));
  const wanted = testPathPatterns.patterns.map((pattern) => new RegExp(pattern, 'i'));
  return paths.some((path) => NEEDS_SERVERS.test(path) && (wanted.length === 0 || wanted.some((pattern) => pattern.test(path))));
}
