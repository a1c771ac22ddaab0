import { lastSequence, sequenced, type EventMessage, type TradingEvent } from '@foretell/contracts';
import { EventConsumer, type EventApplier, type EventPlace } from '@foretell/platform-nats';
import { ensure } from './reference-state';
import type { Histories } from './histories';
import type { Network } from './network';
import type { Run } from './running';
import type { SimulatedBus } from './simulated-bus';
import { tracedLog } from './traced-log';
import { EMPTY_PROJECTION, projected, type Projection } from './event-projection';

const BATCH_MILLIS = 60;

/** A projection's database: rows and checkpoint change in one transaction, and only from the start of the batch. */
export class SimulatedProjection {
  /** Equals the sequence of the rows unless a mutation writes them separately. */
  checkpoint = 0;
  rows: Projection = EMPTY_PROJECTION;
  /** Stored with the checkpoint. */
  lineage: string | null = null;

  constructor(
    private readonly histories: Histories,
    private readonly duties: ProjectionDuties,
  ) {}

  moveCheckpoint(from: EventPlace, to: number): void {
    if (this.duties.checksPlace) this.requireAt(from);
    this.checkpoint = to;
  }

  adopt(from: EventPlace, lineage: string): void {
    this.requireAt(from);
    this.lineage = lineage;
  }

  /** Resets to before the first event, for an operator who rebuilds the projection. */
  reset(): void {
    this.checkpoint = 0;
    this.lineage = null;
    this.rows = EMPTY_PROJECTION;
  }

  private requireAt({ sequence, lineage }: EventPlace): void {
    if (this.checkpoint !== sequence || this.lineage !== lineage) throw new Error(`the checkpoint has moved from ${sequence}`);
  }

  write(events: readonly TradingEvent[]): void {
    this.rows = events.reduce(projected, this.rows);
    const rebuilt = this.histories.projection(this.lineage, this.rows.sequence);
    const isSame = rebuilt !== undefined && JSON.stringify(rebuilt) === JSON.stringify(this.rows);
    ensure(isSame, `the projection at event ${this.rows.sequence} is not what the record of lineage ${this.lineage} says`);
  }
}

/** Mutations switch these off to test that a simulation detects it. */
export interface ProjectionDuties {
  /** Rows and checkpoint are written in one transaction. */
  readonly writesAtOnce: boolean;
  /** The checkpoint moves only from the start of the batch. */
  readonly checksPlace: boolean;
  /** Messages carry their lineage. */
  readonly seesLineages: boolean;
}
export const ALL_PROJECTION_DUTIES: ProjectionDuties = { writesAtOnce: true, checksPlace: true, seesLineages: true };

/** Applies each batch in one transaction and prefetches one batch, as the data service does. */
class Applier implements EventApplier<'clob'> {
  readonly takesOneAhead = true;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: SimulatedProjection,
    private readonly network: Network,
    private readonly duties: ProjectionDuties,
  ) {}

  checkpoint(): Promise<EventPlace> {
    return this.network.request(() => ({ sequence: this.database.checkpoint, lineage: this.database.lineage }));
  }

  async finish(): Promise<void> {
    await this.last.catch(() => undefined);
    this.last = Promise.resolve();
  }

  reset(): Promise<void> {
    return this.network.request(() => this.database.reset());
  }

  adopt(at: EventPlace, lineage: string): Promise<void> {
    return this.network.request(() => this.database.adopt(at, lineage));
  }

  apply(messages: readonly EventMessage<TradingEvent>[], lineage: string | null): Promise<void> {
    const applied = this.last.then(() => this.write(messages, lineage));
    this.last = applied;
    return applied;
  }

  private async write(messages: readonly EventMessage<TradingEvent>[], lineage: string | null): Promise<void> {
    const from = { sequence: (messages[0]?.firstSequence ?? 1) - 1, lineage };
    const to = messages.reduce((_, message) => lastSequence(message), from.sequence);
    const events = Array.from(sequenced<'clob'>(messages), ({ event }) => event);
    const { database, network } = this;
    const move = (): void => database.moveCheckpoint(from, to);
    if (this.duties.writesAtOnce) {
      return network.request(() => {
        move();
        database.write(events);
      });
    }
    await network.request(() => database.write(events));
    await network.request(move);
  }
}

export interface ReaderWorld {
  readonly bus: SimulatedBus;
  readonly database: SimulatedProjection;
  readonly network: Network;
  readonly duties: ProjectionDuties;
  readonly note: (line: string) => void;
}

/** A process that projects the trading events. */
export function read(run: Run, { bus, database, network, duties, note }: ReaderWorld): EventConsumer<'clob'> {
  const applier = new Applier(database, network, duties);
  const options = { source: 'clob', durable: 'reader', batchWaitMs: BATCH_MILLIS, logger: tracedLog(run, note) } as const;
  const link = bus.link(run, { showsLineages: duties.seesLineages });
  const consumer = new EventConsumer({ ...options, link, applier });
  consumer.start();
  return consumer;
}
