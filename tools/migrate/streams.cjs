/**
 * Creates the streams on which the services publish their events. Only this program may create or change them
 * (deploy/k8s/base/stores/accounts.conf). CommonJS, because specs load it too.
 */
const { readFileSync } = require('node:fs');
const { connect, credsAuthenticator, nanos, NatsError } = require('nats');

const SOURCES = ['clob', 'gamma'];
const STREAM_NOT_FOUND = 10059;
/** Settings with which a stream copies messages from or to another one. Ours have none. */
const COPIES = ['republish', 'mirror', 'sources', 'subject_transform'];
/**
 * How long the server remembers message ids, also those of purged messages. Exactly-once relies on the expected stream sequence
 * of every publish, not on this window. A long window would drop a replay, so it is short.
 */
const DUPLICATE_WINDOW_MILLIS = 500;

/**
 * First sequence of a new stream, in microseconds since 1970: above every sequence of an earlier stream of its name. A late
 * publish of a closed connection expects a sequence of the earlier stream, so the new one refuses it.
 */
const firstPlace = () => Date.now() * 1_000;

/**
 * Creates each absent stream, and updates replicas and window of an existing one; idempotent.
 * @param connection of nats.js, as a user that may do so
 * @returns the names of the streams
 */
async function makeStreams(connection, { prefix, replicas = 1, api = '$JS.API' }) {
  const { streams } = await connection.jetstreamManager({ checkAPI: false, apiPrefix: api });
  return Promise.all(SOURCES.map((source) => makeStream(streams, streamOf(prefix, source), replicas)));
}

/** The names of eventStream of @foretell/contracts; streams.spec.ts compares them. */
function streamOf(prefix, source) {
  const name = `${prefix.toUpperCase().replaceAll('.', '_')}_FACTS_${source.toUpperCase()}`;
  return { name, subjects: [`${prefix}.facts.${source}`] };
}

async function makeStream(streams, { name, subjects }, replicas) {
  const wanted = { subjects, num_replicas: replicas, duplicate_window: nanos(DUPLICATE_WINDOW_MILLIS) };
  const config = await configOf(streams, name);
  if (config === undefined) {
    const made = { name, storage: 'file', retention: 'limits', discard: 'new', max_age: 0, first_seq: firstPlace() };
    await streams.add({ ...made, ...wanted });
    return name;
  }
  const copying = COPIES.filter((field) => config[field] !== undefined && config[field] !== null);
  if (copying.length > 0)
    throw new Error(`the stream ${name} has a ${copying.join(' and a ')}, which no version of Foretell sets: find out who did`);
  if (Object.entries(wanted).some(([field, value]) => String(config[field]) !== String(value)))
    await streams.update(name, wanted);
  return name;
}

async function configOf(streams, name) {
  try {
    return (await streams.info(name)).config;
  } catch (error) {
    if (error instanceof NatsError && error.api_error?.err_code === STREAM_NOT_FOUND) return undefined;
    throw error;
  }
}

/** Creates them on the server of the environment, with the same variables as the services. */
async function makeStreamsOf({ NATS_URL, NATS_PREFIX, NATS_REPLICAS, NATS_JS_API, ...environment }) {
  const replicas = Number(NATS_REPLICAS || 1);
  if (!Number.isInteger(replicas) || replicas < 1 || replicas > 5)
    throw new Error('NATS_REPLICAS must be a whole number from 1 to 5');
  const connection = await connect({
    name: 'migrate',
    servers: NATS_URL.split(','),
    inboxPrefix: '_INBOX.migrate',
    reconnect: false,
    ...identityOf(environment),
  });
  try {
    return await makeStreams(connection, { prefix: NATS_PREFIX || 'foretell', replicas, api: NATS_JS_API || undefined });
  } finally {
    await connection.close();
  }
}

function identityOf({ NATS_USER, NATS_PASSWORD, NATS_CREDS, NATS_CA }) {
  return {
    ...(NATS_USER ? { user: NATS_USER, pass: NATS_PASSWORD } : {}),
    ...(NATS_CREDS ? { authenticator: credsAuthenticator(readFileSync(NATS_CREDS)) } : {}),
    ...(NATS_CA ? { tls: { caFile: NATS_CA } } : {}),
  };
}

module.exports = { makeStreams, makeStreamsOf };
