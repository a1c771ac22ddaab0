import { ACTOR, serviceOfCommand, type OpsCommandName, type OpsReply, type OpsRequest } from '@foretell/contracts';
import { ClientNats, NatsRecordBuilder } from '@nestjs/microservices';
import { EmptyResponseException } from '@nestjs/microservices/errors/empty-response.exception';
import { type NatsConnection, NatsError, type Status } from 'nats';
import { filter, lastValueFrom, map, race, Subject, timeout, TimeoutError } from 'rxjs';
import { reasonOf } from '../logger';
import type { NatsSettings } from '../nats.config';
import { serverOptions } from '../server-options';
import { commandSubject, operatorHeaders, operatorInbox, type Operator } from './operator';

/** A command without a usable reply. The message says what to check; the cause is attached. */
export class OpsFailure extends Error {
  override readonly name = 'OpsFailure';
  /** Whether the service answered with an error, or NATS with a denial. */
  readonly isAnswer: boolean;

  constructor(message: string, { isAnswer = false, ...options }: ErrorOptions & { readonly isAnswer?: boolean } = {}) {
    super(message, options);
    this.isAnswer = isAnswer;
  }
}

type Denial = NonNullable<Status['permissionContext']>;

/** Sends operator commands to the services. Source: interface, Operations. */
export class OpsClient {
  private readonly client: ClientNats;
  /** What NATS denies to publish: it says so to the connection, not to the request. */
  private readonly denials = new Subject<Denial>();
  private isWatched = false;

  constructor(
    private readonly settings: NatsSettings,
    private readonly operator: Operator,
  ) {
    if (!ACTOR.test(operator.actor)) throw new OpsFailure(`${operator.actor} is not a valid operator name: ${ACTOR.source}`);
    this.client = new ClientNats({
      ...serverOptions(settings),
      // One operator cannot read the replies to another.
      inboxPrefix: operatorInbox(operator.actor),
      timeout: 3000,
    });
  }

  /**
   * Returns the service's reply, which may be a refusal with its sentence. Rejects with OpsFailure when NATS or the service does
   * not answer. After a timeout the command may still have been executed, so retry only idempotent commands.
   */
  async request<N extends OpsCommandName>(command: N, payload: OpsRequest<N>, timeoutMs = 30_000): Promise<OpsReply<N>> {
    await this.connect();
    try {
      const record = new NatsRecordBuilder(payload).setHeaders(operatorHeaders(this.operator)).build();
      const subject = commandSubject(this.settings.prefix, this.operator.actor, command);
      const sent = this.client.send<OpsReply<N>>(subject, record).pipe(timeout(timeoutMs));
      const denied = this.denials.pipe(
        filter((denial) => denial.subject === subject),
        map((denial) => {
          throw this.deniedBy(denial);
        }),
      );
      const reply = await lastValueFrom(race(sent, denied));
      if (typeof reply?.ok !== 'boolean')
        throw new OpsFailure(`the reply to ${command} is invalid: the services and ops must have the same version`);
      return reply;
    } catch (error) {
      throw error instanceof OpsFailure ? error : this.failure(command, timeoutMs, error);
    }
  }

  async close(): Promise<void> {
    await this.client.close();
  }

  private async connect(): Promise<void> {
    try {
      await this.client.connect();
      if (this.isWatched) return;
      this.isWatched = true;
      void this.watch(this.client.unwrap<NatsConnection>().status());
    } catch (error) {
      throw new OpsFailure(`NATS does not answer on ${this.settings.servers.join(', ')}: ${reasonOf(error)}`, { cause: error });
    }
  }

  private async watch(statuses: AsyncIterable<Status>): Promise<void> {
    for await (const { permissionContext: denial } of statuses) if (denial !== undefined) this.denials.next(denial);
  }

  private deniedBy({ operation, subject }: Denial): OpsFailure {
    const { settings, operator } = this;
    const permission = operation === 'publish' ? `publish ${subject}` : `subscribe to ${operatorInbox(operator.actor)}.>`;
    const user = settings.user === undefined ? 'this user' : `the user ${settings.user}`;
    return new OpsFailure(
      `NATS denies ${user} to ${permission}: ` +
        'grant it in the block of that user (accounts.conf), or set OPS_ACTOR to the name whose rights it has',
      { isAnswer: true },
    );
  }

  private failure(command: OpsCommandName, timeoutMs: number, error: unknown): OpsFailure {
    if (error instanceof NatsError && error.permissionContext !== undefined) return this.deniedBy(error.permissionContext);
    const service = serviceOfCommand(command);
    const servers = this.settings.servers.join(', ');
    if (error instanceof EmptyResponseException) {
      return new OpsFailure(`the ${service} service does not answer on ${servers}: is it running?`, { cause: error });
    }
    if (error instanceof TimeoutError) {
      return new OpsFailure(
        `the ${service} service did not answer ${command} within ${timeoutMs} ms; it may still carry it out`,
        { cause: error },
      );
    }
    // An error of the connection is an Error; one that the service sent is what its reply contained.
    const isAnswer = !(error instanceof Error);
    const what = isAnswer ? `the ${service} service failed on ${command}` : `${command} got no reply on ${servers}`;
    return new OpsFailure(`${what}: ${reasonOf(error)}`, { cause: error, isAnswer });
  }
}
