import { Logger, type INestApplication } from '@nestjs/common';
import { opsCommandsOf, type OpsCommandName, type ServiceName } from '@foretell/contracts';
import { Server, type CustomTransportStrategy, type MicroserviceOptions } from '@nestjs/microservices';
import { attempt, metricsRegistry, within } from '@foretell/platform-server';
import { JSONCodec, type Msg, type NatsConnection, type Subscription } from 'nats';
import { Counter } from 'prom-client';
import { lastValueFrom } from 'rxjs';
import { reasonOf } from '../logger';
import { NatsLink } from '../nats-link';
import { AUDIT_TRAIL, type AuditTrail } from './audit/audit-trail';
import { audited, refusalOf } from './audited';
import { OPS } from './ops-command';
import { OpsContext } from './ops-context';
import { commandSubject, isAnswerable, operatorOf } from './operator';

/** A command that hangs must not delay a service's shutdown. */
const GRACE_MS = 5000;

/**
 * Serves the service's command handlers on `{prefix}.operator.{actor}.ops.{service}.…` over its NatsLink. One process of the
 * service answers each command (a queue group per service). Every command that changes state is written to the AuditTrail first.
 * When NATS does not authenticate its clients, commands are refused outside the sandbox. Does not wait for NATS: commands are
 * served once it is connected and `able` settles, for a process that may be unable to execute them. Rejects when a command has no
 * handler or two, or a handler belongs to no command of the service; the app is then closed. Call it before `app.listen`.
 * NatsModule and AuditModule must be imported.
 */
export async function connectOps(app: INestApplication, service: ServiceName, able?: Promise<void>): Promise<void> {
  app.connectMicroservice<MicroserviceOptions>(
    { strategy: new OpsServer(app.get(NatsLink), service, app.get<AuditTrail>(AUDIT_TRAIL, { strict: false }), able) },
    { inheritAppConfig: false },
  );
  try {
    await app.startAllMicroservices();
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** The packet of Nest's NATS client, and the fields that it requires in the single response. */
interface OpsPacket {
  readonly id?: unknown;
  readonly data?: unknown;
}
type OpsAnswer = { readonly response: unknown } | { readonly err: { readonly message: string } };

const codec = JSONCodec();

const commands = new Counter({
  name: 'foretell_ops_commands_total',
  help: 'Operator commands, by outcome; not_permitted: not from a named operator, or NATS requires no credentials.',
  labelNames: ['command', 'outcome'] as const,
  registers: [metricsRegistry],
});

class OpsServer extends Server implements CustomTransportStrategy {
  override readonly transportId = OPS;
  protected override readonly logger = new Logger('OpsServer');
  private readonly closing = new AbortController();
  private readonly underWay = new Set<Promise<void>>();
  private readonly subscriptions: Subscription[] = [];
  private readonly handled: string[] = [];
  private refusal: string | null = null;

  constructor(
    private readonly link: NatsLink,
    private readonly service: ServiceName,
    private readonly trail: AuditTrail,
    private readonly able: Promise<void> = Promise.resolve(),
  ) {
    super();
    // A series that begins with its first event shows no increase.
    for (const command of opsCommandsOf(service))
      for (const outcome of ['done', 'refused', 'failed', 'not_permitted']) commands.inc({ command, outcome }, 0);
  }

  override addHandler(...handler: Parameters<Server['addHandler']>): void {
    this.handled.push(String(handler[0]));
    super.addHandler(...handler);
  }

  override listen(callback: (error?: unknown) => void): void {
    const faults = this.faults();
    if (faults.length > 0) return callback(new Error(`the ${this.service} service cannot start: ${faults.join('; ')}`));
    this.able
      .then(() => this.link.ready(this.closing.signal))
      .then(
        (connection) => this.subscribe(connection),
        () => undefined,
      );
    callback();
  }

  /** Accepts no more commands, and waits for those in progress up to a limit; the link closes the connection. */
  override async close(): Promise<void> {
    this.closing.abort();
    for (const subscription of this.subscriptions) subscription.unsubscribe();
    await within(GRACE_MS, Promise.allSettled(this.underWay));
  }

  override on(): never {
    throw new Error('the commands have no events of their own: NatsLink logs what befalls the connection');
  }

  override unwrap(): never {
    throw new Error('the connection is NatsLink: inject it');
  }

  private faults(): string[] {
    const commands: readonly string[] = opsCommandsOf(this.service);
    return [
      ...commands.filter((name) => !this.handled.includes(name)).map((name) => `nothing handles ${name}`),
      ...this.handled.filter((name, at) => this.handled.indexOf(name) < at).map((name) => `${name} has two handlers`),
      ...this.handled.filter((name) => !commands.includes(name)).map((name) => `${name} is none of its commands`),
    ];
  }

  /** Subscriptions survive reconnects of the connection. */
  private subscribe(connection: NatsConnection): void {
    this.refusal = this.anonymous(connection);
    if (this.refusal !== null) this.logger.error({ msg: `operator commands are refused: ${this.refusal}` });
    const queue = `${this.link.prefix}.ops.${this.service}`;
    for (const name of opsCommandsOf(this.service)) {
      const subject = commandSubject(this.link.prefix, '*', name);
      this.subscriptions.push(
        connection.subscribe(subject, { queue, callback: (error, message) => this.receive(name, error, message) }),
      );
    }
  }

  /** Anyone who can reach such a server could mint money. Source: interface, Operations. */
  private anonymous({ info }: NatsConnection): string | null {
    if (this.link.settings.allowsAnonymous || info?.auth_required === true) return null;
    return 'the NATS server requires no credentials: give it users (accounts.conf), or run with SANDBOX=true where no money is at stake';
  }

  private receive(name: OpsCommandName, error: Error | null, message: Msg): void {
    if (error !== null) {
      this.logger.error({ msg: `the subscription to ${name} failed: ${error.message}` });
      return;
    }
    const work = this.reply(name, message);
    this.underWay.add(work);
    void work.finally(() => this.underWay.delete(work));
  }

  /** Never rejects: a reply that cannot be sent must not end the process. */
  private async reply(name: OpsCommandName, message: Msg): Promise<void> {
    let id: unknown;
    const fail = (error: unknown): OpsAnswer => {
      commands.inc({ command: name, outcome: 'failed' });
      this.logger.error({ msg: `a request of ${name} could not be handled: ${reasonOf(error)}` });
      return { err: { message: reasonOf(error) } };
    };
    const respond = (answer: OpsAnswer): boolean =>
      isAnswerable(this.link.prefix, message) && message.respond(codec.encode({ id, ...answer, isDisposed: true }));
    let answer: OpsAnswer;
    try {
      const packet = packetOf(message);
      id = packet.id;
      answer = { response: await this.handle(name, packet.data, message) };
    } catch (error) {
      answer = fail(error);
    }
    try {
      respond(answer);
    } catch (error) {
      const failure = fail(new Error(`${name} ended, but its reply cannot be sent: ${reasonOf(error)}`));
      attempt(() => respond(failure));
    }
  }

  private async handle(name: OpsCommandName, data: unknown, message: Msg): Promise<unknown> {
    const handler = this.getHandlerByPattern(name);
    if (handler === null) throw new Error('nothing handles it');
    const operator = this.refusal ?? operatorOf(this.link.prefix, name, message);
    if (typeof operator === 'string') {
      commands.inc({ command: name, outcome: 'not_permitted' });
      this.logger.error({ msg: `a request of ${name} is refused: ${operator}`, subject: message.subject, reply: message.reply });
      return { ok: false, error: operator };
    }
    const reply = await audited(this.trail, { name, operator, request: data }, async () => {
      const outcome: unknown = await handler(data, new OpsContext([operator]));
      return lastValueFrom(this.transformToObservable(outcome));
    });
    commands.inc({ command: name, outcome: refusalOf(reply) === null ? 'done' : 'refused' });
    return reply;
  }
}

function packetOf(message: Msg): OpsPacket {
  const packet = codec.decode(message.data);
  if (typeof packet !== 'object' || packet === null) throw new Error('the request is no JSON object');
  return packet;
}
