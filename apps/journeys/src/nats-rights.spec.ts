import { connect, Events, type NatsConnection } from 'nats';
import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { NATS_ACCOUNTS, NATS_PASSWORDS, natsVariables } from './harness/images';
import { OwnNats } from './harness/own-nats';

const JOURNEY_MS = 60_000;
const SERVICES = ['clob', 'gamma', 'data'] as const;
type User = (typeof SERVICES)[number] | 'ops';

/** bundle.spec.ts shows that the permissions suffice: the services there run as these users. */
describe('the NATS users of accounts.conf', () => {
  let nats: OwnNats;

  beforeAll(async () => {
    nats = await OwnNats.create({ accounts: { file: NATS_ACCOUNTS, variables: natsVariables() } });
  }, JOURNEY_MS);

  afterAll(() => nats?.remove());

  /** Runs `work` as the user, and returns the permission errors of the server. */
  async function refusals(user: User, work: (connection: NatsConnection) => void): Promise<string[]> {
    const connection = await connect({
      servers: nats.url,
      user,
      pass: NATS_PASSWORDS[user] ?? '',
      inboxPrefix: user === 'ops' ? '_INBOX.ops.ops' : `_INBOX.${user}`,
    });
    const refused: string[] = [];
    void (async () => {
      for await (const { type, permissionContext } of connection.status()) {
        if (type === Events.Error) refused.push(`${permissionContext?.operation} ${permissionContext?.subject}`);
      }
    })();
    work(connection);
    // The server replies in order: its refusals arrive before this returns.
    await connection.flush();
    await yieldToEventLoop();
    await connection.close();
    return refused;
  }

  const publishing = (user: User, subject: string): Promise<string[]> =>
    refusals(user, (connection) => connection.publish(subject));
  const listening = (user: User, subject: string, queue?: string): Promise<string[]> =>
    refusals(user, (connection) => {
      connection.subscribe(subject, { ...(queue === undefined ? {} : { queue }), callback: () => undefined });
    });

  it.each([...SERVICES, 'ops'] as const)('lets %s in by its password only', async (user) => {
    await expect(connect({ servers: nats.url, user, pass: 'guessed', reconnect: false })).rejects.toThrow(/Authorization/);
    await expect(connect({ servers: nats.url, reconnect: false })).rejects.toThrow(/Authorization/);
    expect(
      await publishing(
        user,
        user === 'ops' ? 'foretell.operator.ops.ops.clob.doctor' : 'foretell.js.STREAM.INFO.FORETELL_FACTS_CLOB',
      ),
    ).toEqual([]);
  });

  it.each([
    ['clob', 'gamma'],
    ['gamma', 'clob'],
    ['data', 'clob'],
    ['data', 'gamma'],
    ['ops', 'clob'],
    ['ops', 'gamma'],
  ] as const)('keeps %s from publishing or purging events of %s', async (user, source) => {
    const stream = `FORETELL_FACTS_${source.toUpperCase()}`;
    const subjects = [
      `foretell.facts.${source}`,
      ...['CREATE', 'UPDATE', 'PURGE', 'DELETE', 'MSG.DELETE'].map((verb) => `$JS.API.STREAM.${verb}.${stream}`),
    ];
    for (const subject of subjects) expect(await publishing(user, subject)).toEqual([`publish ${subject}`]);
  });

  it.each(['clob', 'gamma'] as const)('keeps %s from deleting even its own stream', async (source) => {
    const subject = `$JS.API.STREAM.DELETE.FORETELL_FACTS_${source.toUpperCase()}`;
    expect(await publishing(source, subject)).toEqual([`publish ${subject}`]);
  });

  it.each([
    ['clob', 'FORETELL_FACTS_GAMMA.data'],
    ['gamma', 'FORETELL_FACTS_CLOB.data'],
    ['data', 'FORETELL_FACTS_CLOB.gamma'],
    ['data', 'FORETELL_FACTS_GAMMA.clob'],
  ] as const)('keeps %s from changing the consumer of another: %s', async (user, consumer) => {
    const subjects = ['DELETE', 'DURABLE.CREATE', 'MSG.NEXT'].map((verb) => `$JS.API.CONSUMER.${verb}.${consumer}`);
    for (const subject of subjects) expect(await publishing(user, subject)).toEqual([`publish ${subject}`]);
  });

  it.each(SERVICES)('lets the replicas of %s share counts of their callers, and nobody else', async (user) => {
    for (const service of SERVICES) {
      const subject = `foretell.limits.${service}`;
      const isOwn = service === user;
      expect(await publishing(user, subject)).toEqual(isOwn ? [] : [`publish ${subject}`]);
      expect(await listening(user, subject)).toEqual(isOwn ? [] : [`subscription ${subject}`]);
    }
  });

  it.each(SERVICES)('keeps %s from commanding any service', async (user) => {
    for (const service of SERVICES) {
      const subject = `foretell.operator.ops.ops.${service}.doctor`;
      expect(await publishing(user, subject)).toEqual([`publish ${subject}`]);
    }
  });

  it('lets an operator command only under its own name, and receive only its own replies', async () => {
    for (const service of SERVICES) {
      expect(await publishing('ops', `foretell.operator.ops.ops.${service}.doctor`)).toEqual([]);
      const subject = `foretell.operator.alice.ops.${service}.doctor`;
      expect(await publishing('ops', subject)).toEqual([`publish ${subject}`]);
    }
    expect(await listening('ops', '_INBOX.ops.alice.>')).toEqual(['subscription _INBOX.ops.alice.>']);
  });

  it.each([...SERVICES, 'ops'] as const)('lets %s receive only messages for it', async (user) => {
    const others = [...SERVICES, 'ops'].filter((each) => each !== user);
    const subjects = ['>', 'foretell.>', 'foretell.facts.*', '_INBOX.>', '$JS.>', ...others.map((each) => `_INBOX.${each}.>`)];
    for (const subject of subjects) expect(await listening(user, subject)).toEqual([`subscription ${subject}`]);
    for (const service of SERVICES.filter((each) => each !== user)) {
      const subject = `foretell.operator.*.ops.${service}.doctor`;
      expect(await listening(user, subject, `foretell.ops.${service}`)).toEqual([`subscription ${subject}`]);
    }
    expect(await listening(user, user === 'ops' ? '_INBOX.ops.ops.>' : `_INBOX.${user}.>`)).toEqual([]);
  });

  it.each(SERVICES)('lets %s receive its commands as one of its processes, but not as an additional subscriber', async (user) => {
    const subject = `foretell.operator.*.ops.${user}.doctor`;
    expect(await listening(user, subject, `foretell.ops.${user}`)).toEqual([]);
    expect(await listening(user, subject)).toEqual([`subscription ${subject}`]);
  });
});
