/** The servers of a local system, and the variables through which its services find them and each other. */
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { startNats } from './embedded/nats.mjs';
import { preferPort } from './embedded/ports.mjs';
import { startPostgres } from './embedded/postgres.mjs';
import { localSecrets, LOGS, remembered, STATE } from './local-state.mjs';
import { applyMigrations } from './migrate/engine.mjs';
import { applyRoles, SERVICES, serviceUrl } from './migrate/roles.mjs';
import streams from './migrate/streams.cjs';

const DEFAULT_PORTS = { clob: 3001, gamma: 3002, data: 3003, console: 3000 };
/** The services started here, in the order of the output. */
const SERVED = [...SERVICES, 'console'];

/** The ports of each service and the console, from their variables or defaults; throws an error for an invalid port. */
export function servedPorts() {
  const entries = SERVED.map((service) => {
    const variable = `${service.toUpperCase()}_PORT`;
    const port = Number(process.env[variable] || DEFAULT_PORTS[service]);
    if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new Error(`${variable} must be a port from 1 to 65535`);
    return [service, port];
  });
  return Object.fromEntries(entries);
}

export function servedUrls() {
  return Object.fromEntries(Object.entries(servedPorts()).map(([service, port]) => [service, `http://127.0.0.1:${port}`]));
}

/**
 * Starts the servers that DATABASE_URL and NATS_URL do not name, and adds each to `servers` as it starts.
 * @returns {Promise<{ environment, services }>} variables to publish: for the tools, and additional ones for the services
 */
export async function startLocalServers(servers) {
  const urls = servedUrls();
  const secrets = localSecrets();
  const outcomes = await Promise.allSettled([prepareDatabases(servers, secrets), prepareNats(servers)]);
  const failure = outcomes.find(({ status }) => status === 'rejected');
  if (failure !== undefined) throw failure.reason;
  const [databases, natsUrl] = outcomes.map(({ value }) => value);
  const shared = { NATS_URL: natsUrl, CLOB_URL: urls.clob, GAMMA_URL: urls.gamma, DATA_URL: urls.data };
  return {
    environment: { ...shared, DATABASE_URL: databases.url, ...databases.services },
    services: { ...portVariables(), ...localDefaults(secrets), ...consoleVariables(urls) },
  };
}

/** Defaults of a local system, overridden by the environment; a deployment sets each of them itself. */
function localDefaults({ authMasterKey, operatorViewKey }) {
  const OPERATOR_VIEW_KEY_SHA256 = createHash('sha256').update(operatorViewKey).digest('hex');
  const local = { LISTEN_HOST: '127.0.0.1', SANDBOX: 'true', NODE_ENV: 'development' };
  return { OPERATOR_VIEW_KEY_SHA256, AUTH_MASTER_KEY: authMasterKey, ...local };
}

/** The services' addresses for a browser on this machine. */
function consoleVariables(urls) {
  const addresses = SERVICES.map((service) => [`CONSOLE_${service.toUpperCase()}_URL`, urls[service]]);
  return { ...Object.fromEntries(addresses), CONSOLE_CATALOG_URL: urls.gamma };
}

function portVariables() {
  return Object.fromEntries(
    Object.entries(servedPorts()).map(([service, port]) => [`${service.toUpperCase()}_PORT`, String(port)]),
  );
}

/** The user's own database is migrated and used as it is; in the embedded one each service gets its own role. */
async function prepareDatabases(servers, { passwords }) {
  const given = process.env.DATABASE_URL || undefined;
  const url = given ?? (await embedded(servers, 'postgres', startPostgres, 'SIGINT')).url;
  try {
    await applyMigrations(url);
  } catch (error) {
    throw new Error(`The database could not be migrated${given ? ' (DATABASE_URL)' : ''}: ${error.message}`, { cause: error });
  }
  if (given === undefined) await applyRoles(url, passwords);
  const entries = SERVICES.map((service) => {
    const variable = `${service.toUpperCase()}_DATABASE_URL`;
    return [variable, process.env[variable] || (given ?? serviceUrl(url, service, passwords[service]))];
  });
  return { url, services: Object.fromEntries(entries) };
}

async function prepareNats(servers) {
  const url = process.env.NATS_URL || (await embedded(servers, 'nats', startNats, 'SIGTERM')).url;
  await streams.makeStreamsOf({ ...process.env, NATS_URL: url });
  return url;
}

async function embedded(servers, name, startServer, stopSignal) {
  const port = remembered(`${name}-port`);
  const options = { folder: join(STATE, name), logFile: join(LOGS, `${name}.log`) };
  const server = await startServer({ ...options, port: await preferPort(port.value) });
  port.keep(server.port);
  servers.push({ name, pid: server.pid, stopSignal });
  return server;
}
