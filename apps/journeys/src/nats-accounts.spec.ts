import { connect, ErrorCode, headers, JSONCodec, NatsError, type Msg, type NatsConnection } from 'nats';
import { createRequire } from 'node:module';
import { NATS_ACCOUNTS, natsIdentity, NATS_PASSWORDS, natsVariables } from './harness/images';
import { OwnNats } from './harness/own-nats';

const JOURNEY_MS = 120_000;
const REPLY_MS = 30_000;
const REFUSALS: readonly string[] = [ErrorCode.NoResponders, ErrorCode.PermissionsViolation];
const SOURCES = ['clob', 'gamma'] as const;
const SERVICES = ['clob', 'gamma', 'data'] as const;
const USERS = [...SERVICES, 'ops', 'migrate'] as const;
type User = (typeof USERS)[number];

const CREDIT = 'foretell.operator.ops.ops.clob.ledger.credit';
const WRITER = 'foretell.clob.writer.v1.1';
/** Subjects on which an attacker might want JetStream, or another service, to publish. */
const TARGETS = [
  CREDIT,
  WRITER,
  'foretell.facts.clob',
  'foretell.facts.gamma',
  'foretell.limits.clob',
  '_INBOX.clob.stolen',
  '_INBOX.ops.ops.stolen',
  'foretell.js.STREAM.PURGE.FORETELL_FACTS_CLOB',
  '$JS.API.STREAM.PURGE.FORETELL_FACTS_CLOB',
  '$JS.API.STREAM.PURGE.FORETELL_FACTS_GAMMA',
];
const DURABLES = ['clob', 'gamma', 'data', 'data-rebuild'] as const;

interface StreamMaker {
  makeStreamsOf(environment: Readonly<Record<string, string>>): Promise<readonly string[]>;
}
const maker = createRequire(__filename)('../../../tools/migrate/streams.cjs') as StreamMaker;
const codec = JSONCodec<unknown>();

const streamOf = (source: string): string => `FORETELL_FACTS_${source.toUpperCase()}`;

/** S1 of the security review: a service whose password is stolen, and the abuse of JetStream. */
describe('S1: the NATS accounts of accounts.conf', () => {
  let nats: OwnNats;
  const connections = new Map<User, NatsConnection>();
  const heard: string[] = [];

  const as = (user: User): NatsConnection => {
    const connection = connections.get(user);
    if (connection === undefined) throw new Error(`${user} is not signed in`);
    return connection;
  };

  beforeAll(async () => {
    nats = await OwnNats.create({ accounts: { file: NATS_ACCOUNTS, variables: natsVariables() } });
    await maker.makeStreamsOf({ NATS_URL: nats.url, ...natsIdentity('migrate') });
    for (const user of USERS) {
      const inboxPrefix = user === 'ops' ? '_INBOX.ops.ops' : `_INBOX.${user}`;
      connections.set(user, await connect({ servers: nats.url, user, pass: NATS_PASSWORDS[user] ?? '', inboxPrefix }));
    }
    const note = (_error: Error | null, { subject }: Msg): void => void heard.push(subject);
    for (const user of SERVICES) {
      as(user).subscribe(`foretell.operator.*.ops.${user}.>`, { queue: `foretell.ops.${user}`, callback: note });
      as(user).subscribe(`foretell.limits.${user}`, { callback: note });
      as(user).subscribe(`_INBOX.${user}.stolen`, { callback: note });
    }
    as('clob').subscribe('foretell.clob.writer.>', { callback: note });
    as('ops').subscribe('_INBOX.ops.ops.stolen', { callback: note });
    await Promise.all(USERS.map((user) => as(user).flush()));
  }, JOURNEY_MS);
  beforeEach(async () => {
    for (const source of SOURCES) await publish(source);
    heard.length = 0;
  });
  afterAll(async () => {
    for (const connection of connections.values()) await connection.close();
    await nats?.remove();
  });

  /** Publishes one event of a source as the service does, with the headers of an operator's command. */
  async function publish(source: (typeof SOURCES)[number]): Promise<void> {
    const set = headers();
    set.set('Foretell-Reference', 'TICKET-1');
    const command = codec.encode({ id: '1', data: { wallet: `0x${'a1'.repeat(20)}`, amountMicros: 1_000_000_000_000 } });
    await as(source).jetstream().publish(`foretell.facts.${source}`, command, { headers: set });
  }

  /** The server's reply; null when it says that no one listens, or that the user may not ask. A late reply is an error. */
  async function ask(user: User, subject: string, body: unknown = {}): Promise<unknown> {
    try {
      return codec.decode((await as(user).request(subject, codec.encode(body), { timeout: REPLY_MS })).data);
    } catch (error) {
      if (error instanceof NatsError && REFUSALS.includes(error.code)) return null;
      throw error;
    }
  }

  /** Every message of a stream, as its administrator sees it. */
  async function state(source: string): Promise<unknown> {
    return ask('migrate', `foretell.js.STREAM.INFO.${streamOf(source)}`);
  }

  /** Round trips through every account that an unwanted message could have crossed. */
  async function settle(): Promise<void> {
    for (let round = 0; round < 3; round += 1) for (const user of USERS) await as(user).flush();
  }

  it.each(SERVICES)(
    'lets nobody command a service by a stream of %s that republishes, not even to its own subjects',
    async (user) => {
      const before = await Promise.all(SOURCES.map(configOf));
      for (const source of SOURCES)
        for (const verb of ['CREATE', 'UPDATE'])
          for (const api of ['$JS.API', 'foretell.js']) {
            const republish = { src: `foretell.facts.${source}`, dest: CREDIT };
            const config = { name: streamOf(source), subjects: [`foretell.facts.${source}`], republish };
            expect([verb, await ask(user, `${api}.STREAM.${verb}.${streamOf(source)}`, config)]).toEqual([verb, null]);
          }
      for (const source of SOURCES) await publish(source);
      await settle();
      expect(heard).toEqual([]);
      expect(await Promise.all(SOURCES.map(configOf))).toEqual(before);
    },
  );

  it('does not let even the user that creates the streams command a service by one, and reports the attempt', async () => {
    const name = streamOf('gamma');
    const config = { ...(await configOf('gamma')), republish: { src: 'foretell.facts.gamma', dest: CREDIT } };
    expect(await ask('migrate', `foretell.js.STREAM.UPDATE.${name}`, config)).toMatchObject({ config: { republish: {} } });
    await publish('gamma');
    await settle();
    expect(heard).toEqual([]);
    await expect(maker.makeStreamsOf({ NATS_URL: nats.url, ...natsIdentity('migrate') })).rejects.toThrow(
      'the stream FORETELL_FACTS_GAMMA has a republish',
    );
    expect(await ask('migrate', `foretell.js.STREAM.UPDATE.${name}`, { ...config, republish: undefined })).not.toHaveProperty(
      'error',
    );
  });

  it.each(TARGETS)('lets no consumer push to %s', async (target) => {
    const before = await Promise.all(SOURCES.map(messagesOf));
    for (const [user, durable, source] of FOLLOWING) {
      const config = {
        durable_name: durable,
        filter_subject: `foretell.facts.${source}`,
        deliver_policy: 'all',
        ack_policy: 'none',
        deliver_subject: target,
      };
      const subject = `CONSUMER.CREATE.${streamOf(source)}.${durable}.foretell.facts.${source}`;
      await ask(user, `foretell.js.${subject}`, { stream_name: streamOf(source), config });
    }
    await settle();
    await new Promise((resolve) => setTimeout(resolve, 100));
    await settle();
    for (const [user, durable, source] of FOLLOWING)
      await ask(user, `foretell.js.CONSUMER.DELETE.${streamOf(source)}.${durable}`);
    expect(heard).toEqual([]);
    expect(await Promise.all(SOURCES.map(messagesOf))).toEqual(before);
  });

  it.each(TARGETS)('lets nobody redirect a reply to %s', async (target) => {
    const before = await Promise.all(SOURCES.map(messagesOf));
    for (const user of SERVICES.filter((each) => !target.includes(`.${each}`) && !target.includes('.ops.ops.stolen')))
      for (const source of SOURCES) {
        as(user).publish(`foretell.js.STREAM.INFO.${streamOf(source)}`, undefined, { reply: target });
        const newest = codec.encode({ last_by_subj: `foretell.facts.${source}` });
        as(user).publish(`foretell.js.STREAM.MSG.GET.${streamOf(source)}`, newest, { reply: target });
      }
    await settle();
    expect(heard).toEqual([]);
    expect(await Promise.all(SOURCES.map(messagesOf))).toEqual(before);
  });

  it('lets no operator command under the name of another through a compromised service', async () => {
    const forged = headers();
    forged.set('Foretell-Reference', 'TICKET-1');
    const lost = as('gamma').subscribe('foretell.operator.*.ops.gamma.doctor', {
      queue: 'foretell.ops.gamma',
      callback: (_error, { reply = '' }) => as('gamma').publish(reply, codec.encode({ data: {} }), { headers: forged }),
    });
    await as('gamma').flush();
    for (let round = 0; round < 4; round += 1)
      as('ops').publish('foretell.operator.ops.ops.gamma.doctor', codec.encode({}), {
        reply: 'foretell.operator.bob.ops.clob.ledger.credit',
      });
    await settle();
    lost.unsubscribe();
    expect(heard.filter((subject) => subject.includes('.ops.clob.'))).toEqual([]);
  });

  it('allows each user the JetStream requests that its code sends, and no others', async () => {
    for (const [user, durable, source] of FOLLOWING) await createPull(user, durable, source);
    const reached: Record<string, string[]> = {};
    for (const user of USERS) {
      const answers = await Promise.all(
        API.flatMap((subject) =>
          ['$JS.API', 'foretell.js'].map(async (api) => {
            const answer = await ask(user, `${api}.${subject}`, subject.includes('MSG.NEXT') ? { no_wait: true, batch: 1 } : {});
            return isOfJetStream(answer) ? subject : null;
          }),
        ),
      );
      reached[user] = [...new Set(answers.filter((subject) => subject !== null))].sort();
    }
    expect(reached).toEqual(Object.fromEntries(USERS.map((user) => [user, [...ALLOWED[user]].sort()])));
    for (const [user, durable, source] of FOLLOWING) await expect(pulled(user, durable, source)).resolves.toBe(true);
  });

  async function configOf(source: string): Promise<object> {
    const info = await state(source);
    if (typeof info === 'object' && info !== null && 'config' in info && typeof info.config === 'object' && info.config !== null)
      return info.config;
    throw new Error(`there is no stream of ${source}: ${JSON.stringify(info)}`);
  }

  async function messagesOf(source: string): Promise<unknown> {
    const info = await state(source);
    return typeof info === 'object' && info !== null && 'state' in info ? info.state : info;
  }

  async function createPull(user: User, durable: string, source: string): Promise<void> {
    const filter = `foretell.facts.${source}`;
    const config = { durable_name: durable, filter_subject: filter, ack_policy: 'explicit', deliver_policy: 'all' };
    const stream = streamOf(source);
    await ask(user, `foretell.js.CONSUMER.DELETE.${stream}.${durable}`);
    const made = await ask(user, `foretell.js.CONSUMER.CREATE.${stream}.${durable}.${filter}`, { stream_name: stream, config });
    expect(made).toMatchObject({ name: durable });
  }

  /** Whether a user gets the first event of a stream by its consumer. */
  async function pulled(user: User, durable: string, source: (typeof SOURCES)[number]): Promise<boolean> {
    await createPull(user, durable, source);
    await publish(source);
    const inbox = `_INBOX.${user}.pulled`;
    const delivered = as(user).subscribe(inbox, { max: 1, timeout: 5_000 });
    const next = `foretell.js.CONSUMER.MSG.NEXT.${streamOf(source)}.${durable}`;
    as(user).publish(next, codec.encode({ batch: 1, expires: 5_000_000_000 }), { reply: inbox });
    for await (const message of delivered) return message.subject === `foretell.facts.${source}`;
    return false;
  }
});

/** Which user follows which source by which consumer. */
const FOLLOWING = [
  ['clob', 'clob', 'gamma'],
  ['gamma', 'gamma', 'clob'],
  ['data', 'data', 'clob'],
  ['data', 'data', 'gamma'],
  ['data', 'data-rebuild', 'clob'],
  ['data', 'data-rebuild', 'gamma'],
] as const;

/** JetStream's complete API. */
const API = [
  ...['INFO', 'STREAM.NAMES', 'STREAM.LIST', 'ACCOUNT.PURGE.EVENTS_CLOB', 'META.LEADER.STEPDOWN', 'SERVER.REMOVE'],
  ...SOURCES.flatMap((source) => {
    const stream = streamOf(source);
    const verbs = ['CREATE', 'UPDATE', 'DELETE', 'PURGE', 'INFO', 'SNAPSHOT', 'RESTORE', 'MSG.GET', 'MSG.DELETE'];
    return [
      ...[...verbs, 'LEADER.STEPDOWN', 'PEER.REMOVE'].map((verb) => `STREAM.${verb}.${stream}`),
      ...['STREAM.CREATE.OTHER', `DIRECT.GET.${stream}`, `CONSUMER.NAMES.${stream}`, `CONSUMER.LIST.${stream}`],
      `CONSUMER.CREATE.${stream}`,
      ...DURABLES.flatMap((durable) => [
        ...['INFO', 'DELETE', 'PAUSE', 'RESET', 'UNPIN', 'LEADER.STEPDOWN', 'CREATE', 'DURABLE.CREATE'].map(
          (verb) => `CONSUMER.${verb}.${stream}.${durable}`,
        ),
        `CONSUMER.CREATE.${stream}.${durable}.foretell.facts.${source}`,
        `CONSUMER.CREATE.${stream}.${durable}.>`,
      ]),
    ];
  }),
];

const following = (user: string): string[] =>
  FOLLOWING.filter(([each]) => each === user).flatMap(([, durable, source]) => [
    `CONSUMER.INFO.${streamOf(source)}.${durable}`,
    `CONSUMER.DELETE.${streamOf(source)}.${durable}`,
    `CONSUMER.CREATE.${streamOf(source)}.${durable}.foretell.facts.${source}`,
  ]);
const reading = SOURCES.flatMap((source) => [`STREAM.INFO.${streamOf(source)}`, `STREAM.MSG.GET.${streamOf(source)}`]);
const ALLOWED: Readonly<Record<User, readonly string[]>> = {
  clob: [...reading, 'STREAM.PURGE.FORETELL_FACTS_CLOB', ...following('clob')],
  gamma: [...reading, 'STREAM.PURGE.FORETELL_FACTS_GAMMA', ...following('gamma')],
  data: [...reading, ...following('data')],
  ops: SOURCES.map((source) => `STREAM.INFO.${streamOf(source)}`),
  migrate: SOURCES.flatMap((source) => ['INFO', 'CREATE', 'UPDATE'].map((verb) => `STREAM.${verb}.${streamOf(source)}`)),
};

function isOfJetStream(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false;
  if ('error' in answer && JSON.stringify(answer.error).includes('10039')) return false;
  return 'type' in answer && String(answer.type).startsWith('io.nats.jetstream');
}
