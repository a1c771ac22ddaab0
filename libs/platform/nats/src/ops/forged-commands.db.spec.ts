import { opsCommandsOf, type OpsCommandName } from '@foretell/contracts';
import { Controller, Module, type INestApplication } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { Test } from '@nestjs/testing';
import { AckPolicy, headers, JSONCodec, type MsgHdrs, type NatsConnection } from 'nats';
import { NatsModule } from '../nats.module';
import { Stage, stageSettings, until } from '../testing/stage';
import { AUDIT_TRAIL, type AuditTrail } from './audit/audit-trail';
import { OpsClient } from './ops-client';
import { commandSubject, operatorHeaders } from './operator';
import { connectOps } from './ops-server';

jest.setTimeout(30_000);

const SET = 'ops.gamma.limits.set';
const SHOW = 'ops.gamma.limits.show';
const OPERATOR = { actor: 'alice', reference: 'TICKET-12' };
const codec = JSONCodec();
const packet = codec.encode({ id: '1', pattern: SET, data: { limit: 'general', count: 1 } });

const carriedOut: OpsCommandName[] = [];
let shown = '';

/** Handles every command of gamma by recording it. */
@Controller()
class AnyCommand {}
for (const name of opsCommandsOf('gamma')) {
  const descriptor: PropertyDescriptor = {
    value: () => {
      carriedOut.push(name);
      return { ok: true, result: { limits: [], shown } };
    },
  };
  Object.defineProperty(AnyCommand.prototype, name, descriptor);
  MessagePattern(name)(AnyCommand.prototype, name, descriptor);
}

const trail: AuditTrail = { add: () => Promise.resolve(1), list: () => Promise.resolve([]) };
const settings = { ...stageSettings(), allowsAnonymous: true };

/** S1: a message on a command's subject that no operator program sent is not executed. */
describe('S1: a service', () => {
  let app: INestApplication;
  let client: OpsClient;
  let stage: Stage;
  let connection: NatsConnection;
  let rounds = 0;

  beforeAll(async () => {
    @Module({
      imports: [NatsModule.forRoot(settings)],
      controllers: [AnyCommand],
      providers: [{ provide: AUDIT_TRAIL, useValue: trail }],
    })
    class Service {}
    app = (await Test.createTestingModule({ imports: [Service] }).compile()).createNestApplication({ logger: false });
    await connectOps(app, 'gamma');
    await app.init();
    client = new OpsClient(settings, OPERATOR);
    stage = new Stage(settings);
    connection = await stage.connection();
    await until('the service listens', async () => (await client.request(SHOW, {}).catch(() => null)) !== null);
  });
  beforeEach(() => {
    carriedOut.length = 0;
    shown = '';
  });
  afterAll(async () => {
    await client?.close();
    await stage?.end();
    await app?.close();
  });

  const subject = commandSubject(settings.prefix, 'alice', SET);

  /** The commands executed once everything sent before is handled; commands are handled in order of arrival. */
  const settled = async (): Promise<OpsCommandName[]> => {
    await connection.flush();
    await client.request(SHOW, {});
    return carriedOut.filter((name) => name !== SHOW);
  };

  const forge = (reply: string | undefined, more: (set: MsgHdrs) => void = () => undefined): void => {
    const set = operatorHeaders(OPERATOR);
    more(set);
    connection.publish(subject, packet, { headers: set, ...(reply === undefined ? {} : { reply }) });
  };

  it('executes what an operator sends', async () => {
    forge('_INBOX.ops.alice.1');
    expect(await settled()).toEqual([SET]);
  });

  it.each([
    ['without a reply subject', undefined],
    ["that is to be answered to another operator's inbox", '_INBOX.ops.bob.1'],
    ["that is to be answered on a command's subject", commandSubject(settings.prefix, 'bob', SET)],
    ['that a stream has delivered', '$JS.ACK.S.c.1.1.1.1.1'],
  ])('refuses a command %s, and sends no reply', async (_, reply) => {
    const heard: string[] = [];
    connection.subscribe(reply ?? 'nowhere', { max: 1, callback: (_error, message) => void heard.push(message.subject) });
    forge(reply);
    expect(await settled()).toEqual([]);
    expect(heard).toEqual([]);
  });

  it.each(['Nats-Stream', 'Nats-Sequence', 'Nats-Msg-Id', 'nats-subject'])(
    'refuses a command with the header %s',
    async (name) => {
      forge('_INBOX.ops.alice.1', (set) => set.set(name, 'x'));
      expect(await settled()).toEqual([]);
    },
  );

  describe('where JetStream publishes', () => {
    const source = (): string => `${settings.prefix}.republished.${(rounds += 1)}`;
    const fill = async (from: string): Promise<void> => {
      const set = headers();
      set.set('Foretell-Reference', 'TICKET-12');
      await connection.jetstream().publish(from, packet, { headers: set });
    };

    it('refuses what a stream republishes', async () => {
      const from = source();
      await (
        await stage.manager()
      ).streams.add({ name: `${settings.prefix}_R`, subjects: [from], republish: { src: from, dest: subject } });
      await fill(from);
      expect(await settled()).toEqual([]);
    });

    it('refuses what a push consumer delivers', async () => {
      const [from, name] = [source(), `${settings.prefix}_P`];
      const { streams, consumers } = await stage.manager();
      await streams.add({ name, subjects: [from] });
      await consumers.add(name, { durable_name: 'p', deliver_subject: subject, ack_policy: AckPolicy.Explicit });
      await fill(from);
      expect(await settled()).toEqual([]);
    });

    it("refuses the response to a pull whose reply subject is the command's", async () => {
      const [from, name] = [source(), `${settings.prefix}_N`];
      const { streams, consumers } = await stage.manager();
      await streams.add({ name, subjects: [from] });
      await consumers.add(name, { durable_name: 'n', ack_policy: AckPolicy.Explicit });
      await fill(from);
      connection.publish(`$JS.API.CONSUMER.MSG.NEXT.${name}.n`, codec.encode({ batch: 1 }), { reply: subject });
      expect(await settled()).toEqual([]);
    });
  });

  it("continues, and logs it, when a reply exceeds the server's size limit", async () => {
    shown = 'x'.repeat((connection.info?.max_payload ?? 0) + 1);
    await expect(client.request(SHOW, {})).rejects.toThrow(
      /ops.gamma.limits.show ended, but its reply cannot be sent: .*PAYLOAD/i,
    );
    shown = '';
    await expect(client.request(SHOW, {})).resolves.toMatchObject({ ok: true });
  });
});
