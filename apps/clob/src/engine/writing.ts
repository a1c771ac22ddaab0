import type { Logger } from '@nestjs/common';
import type { Exchange } from '@foretell/exchange';
import type { FollowedState } from './follower/followed-state';
import type { OpenOrderNote } from './journal/batch';
import type { Projector } from './projector/projector';
import type { CommandLink } from './route/command-link';
import { CommandServer } from './route/command-server';
import type { Waiting } from './progress';
import type { RetryingRecord } from './projector/retrying-record';
import { wireWriter, type WiringPorts } from './writer-wiring';
import type { Writer } from './writer';

export interface WritingPorts extends Omit<WiringPorts, 'monotonic' | 'isStalled'> {
  readonly link: CommandLink;
  readonly logger: Pick<Logger, 'warn'>;
}

/** What a process has while it is the writer: the writer, its projector, and the server for the commands of other replicas. */
export class Writing {
  readonly exchange: Exchange;
  readonly notes: ReadonlyMap<string, OpenOrderNote>;
  readonly writer: Writer;
  readonly projector: Projector;
  private readonly server: CommandServer;
  private readonly stopping = new AbortController();
  private readonly learning: Promise<void>;

  /** Create it as the holder of the epoch, when tables, journal and state agree. */
  constructor(
    state: FollowedState,
    epoch: number,
    private readonly retrying: RetryingRecord,
    { link, logger, ...ports }: WritingPorts,
  ) {
    this.exchange = state.exchange;
    this.notes = state.notes;
    const { writer, projector, known } = wireWriter(state, epoch, retrying.record, {
      ...ports,
      monotonic: () => performance.now(),
      isStalled: () => retrying.noCapacity !== null,
    });
    this.writer = writer;
    this.projector = projector;
    this.learning = known
      .learn(this.stopping.signal)
      .catch((cause: unknown) => logger.warn({ msg: 'known ids are looked up one by one', err: cause }));
    this.server = new CommandServer(link, epoch, writer);
    this.server.start();
  }

  waiting(): Waiting {
    const { writer, projector, retrying } = this;
    return {
      commitMillis: projector.isFull || retrying.noCapacity !== null ? 0 : writer.waitedMillis(),
      noCapacity: retrying.noCapacity,
      attemptMillis: retrying.attemptMillis(),
      tables: projector.isFull ? { behindMillis: projector.lag().millis, failure: retrying.failure } : null,
    };
  }

  /** Accepts nothing more, commits and projects what it has. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.learning;
    await this.server.stop();
    await this.stopUnheard();
  }

  /** The same when commands of other replicas can no longer arrive, because NATS is unavailable. */
  async stopUnheard(): Promise<void> {
    await this.writer.stop();
    await this.projector.stop();
  }
}
