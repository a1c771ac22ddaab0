/**
 * Makes the streams that the services publish their events on. Only this program has the right to make or change them
 * (deploy/k8s/base/stores/accounts.conf). CommonJS, because specs load it too.
 */
const { readFileSync } = require('node:fs');
const { connect, credsAuthenticator, nanos, NatsError } = require('nats');

const SOURCES = ['clob', 'gamma'];
const STREAM_NOT_FOUND = 10059;
/** What makes a stream copy messages from or to somewhere else. None of ours does. */
const COPIES = ['republish', 'mirror', 'sources', 'subject_transform'];
/**
 * The server remembers message ids for so long, also those of purged messages. Exactness rests on the expected stream
 * sequence of every publish, not on this memory, and a long one would swallow a replay, so it is short.
 */
const DUPLICATE_WINDOW_MILLIS = 500;

/**
 * Where a new stream begins, in microseconds since 1970: beyond every place of an earlier stream of its name. A publish that an
 * ended connection still delivers names a place of the earlier one, so that the new one refuses it.
 */
const firstPlace = () => Date.now() * 1_000;

/**
 * Makes each stream that is absent, and brings replicas and window in line where it is there. Doing it again does nothing.
 * @param connection of nats.js, as a user that may do so
 * @returns the names of the streams
 */
async function makeStreams(connection, { prefix, replicas = 1, api = '$JS.API' }) {
  const { streams } = await connection.jetstreamManager({ checkAPI: false, apiPrefix: api });
  return Promise.all(SOURCES.map((source) => makeStream(streams, streamOf(prefix, source), replicas)));
}

/** As eventStream of @foretell/contracts names them; streams.spec.ts compares. */
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

/** Does it on the server that the environment names, by the variables that the services have too. */
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
