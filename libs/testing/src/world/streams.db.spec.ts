import { eventStream } from '@foretell/contracts';
import { connect, nanos, type JetStreamManager, type NatsConnection } from 'nats';
import { makeTestStreams, testNats } from './test-nats';

const SOURCES = ['clob', 'gamma'] as const;

/** tools/migrate/streams.cjs, with which `migrate` creates the streams. */
describe('the streams that migrate creates', () => {
  const nats = testNats();
  let connection: NatsConnection;
  let manager: JetStreamManager;

  beforeAll(async () => {
    connection = await connect({ servers: nats.url });
    manager = await connection.jetstreamManager();
  });
  afterEach(async () => {
    for (const source of SOURCES) await manager.streams.delete(eventStream(nats.prefix, source).stream).catch(() => false);
  });
  afterAll(() => connection?.close());

  const configOf = async (source: (typeof SOURCES)[number]) =>
    (await manager.streams.info(eventStream(nats.prefix, source).stream)).config;

  it('have the names and subjects that services use, and are created once', async () => {
    await makeTestStreams(nats);
    const made = await Promise.all(SOURCES.map(configOf));
    expect(made.map(({ subjects }) => subjects)).toEqual(SOURCES.map((source) => [eventStream(nats.prefix, source).subject]));
    const { subject } = eventStream(nats.prefix, 'clob');
    await connection.jetstream().publish(subject, 'x');
    await makeTestStreams(nats);
    expect(await Promise.all(SOURCES.map(configOf))).toEqual(made);
    expect((await manager.streams.info(eventStream(nats.prefix, 'clob').stream)).state.messages).toBe(1);
  });

  it('begin beyond every place of an earlier stream of the same name', async () => {
    const { stream, subject } = eventStream(nats.prefix, 'clob');
    await makeTestStreams(nats);
    const { seq } = await connection.jetstream().publish(subject, 'x');
    await manager.streams.delete(stream);
    await makeTestStreams(nats);
    await connection.jetstream().publish(subject, 'y');
    const late = connection.jetstream().publish(subject, 'z', { expect: { streamName: stream, lastSequence: seq } });
    await expect(late).rejects.toThrow('wrong last sequence');
    expect((await manager.streams.info(stream)).state).toMatchObject({ messages: 1 });
  });

  it('are updated when they differ, and keep their messages', async () => {
    const { stream, subject } = eventStream(nats.prefix, 'clob');
    await manager.streams.add({ name: stream, subjects: [subject], duplicate_window: nanos(60_000) });
    await connection.jetstream().publish(subject, 'x');
    await makeTestStreams(nats);
    const { config, state } = await manager.streams.info(stream);
    expect([config.duplicate_window, state.messages]).toEqual([nanos(500), 1]);
    const { stream: own } = eventStream(nats.prefix, 'gamma');
    await manager.streams.update(own, { duplicate_window: nanos(60_000) });
    await makeTestStreams(nats);
    expect((await configOf('gamma')).duplicate_window).toBe(nanos(500));
  });

  it('are refused if they republish elsewhere', async () => {
    const { stream, subject } = eventStream(nats.prefix, 'gamma');
    await manager.streams.add({
      name: stream,
      subjects: [subject],
      republish: { src: subject, dest: `${nats.prefix}.elsewhere` },
    });
    await expect(makeTestStreams(nats)).rejects.toThrow(`the stream ${stream} has a republish`);
  });
});
