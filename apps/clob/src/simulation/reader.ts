import { lastSequence, sequenced, type FactMessage, type TradingFact } from '@foretell/contracts';
import { FactConsumer, type FactApplier } from '@foretell/platform-nats';
import type { BooksOfTruth } from './books-of-truth';
import { ensure } from './books-of-truth';
import type { Network } from './network';
import type { Run } from './running';
import type { SimulatedBus } from './simulated-bus';
import { tracedLog } from './traced-log';
import { NOTHING_TOLD, toldBy, type Projection } from './told-facts';

const GATHER_MILLIS = 60;

/** A projection's database: rows and their checkpoint move in one transaction, from where the batch begins. */
export class SimulatedProjection {
  /** Where the checkpoint stands; the same as the rows' own unless they are written apart. */
  checkpoint = 0;
  rows: Projection = NOTHING_TOLD;
  /** Beside the checkpoint. */
  lineage: string | null = null;

  constructor(
    private readonly truth: BooksOfTruth,
    private readonly duties: ProjectionDuties,
  ) {}

  moveCheckpoint(from: number, to: number): void {
    if (this.duties.checksPlace && this.checkpoint !== from) throw new Error(`the checkpoint has moved from ${from}`);
    this.checkpoint = to;
  }

  adopt(lineage: string, checkpoint: number): void {
    if (this.checkpoint !== checkpoint) throw new Error(`the checkpoint has moved from ${checkpoint}`);
    this.lineage = lineage;
  }

  write(facts: readonly TradingFact[]): void {
    this.rows = facts.reduce(toldBy, this.rows);
    const { projections } = this.truth;
    const rebuilt = projections[this.rows.sequence];
    const isSame = rebuilt !== undefined && JSON.stringify(rebuilt) === JSON.stringify(this.rows);
    ensure(isSame, `the projection at fact ${this.rows.sequence} is not what the journal says`);
  }
}

/** Switched off to see whether a simulation would notice. */
export interface ProjectionDuties {
  /** Rows and checkpoint are written in one transaction. */
  readonly writesAtOnce: boolean;
  /** The checkpoint moves only from where the batch begins. */
  readonly checksPlace: boolean;
}
export const ALL_PROJECTION_DUTIES: ProjectionDuties = { writesAtOnce: true, checksPlace: true };

/** Applies each batch in one transaction, and takes one ahead, as the data surface does. */
class Applier implements FactApplier<'clob'> {
  readonly takesOneAhead = true;
  private last: Promise<void> = Promise.resolve();

  constructor(
    private readonly database: SimulatedProjection,
    private readonly network: Network,
    private readonly duties: ProjectionDuties,
  ) {}

  async checkpoint(): Promise<number> {
    await this.last.catch(() => undefined);
    this.last = Promise.resolve();
    return this.network.request(() => this.database.checkpoint);
  }

  lineage(): Promise<string | null> {
    return this.network.request(() => this.database.lineage);
  }

  adopt(lineage: string, checkpoint: number): Promise<void> {
    return this.network.request(() => this.database.adopt(lineage, checkpoint));
  }

  apply(messages: readonly FactMessage<TradingFact>[]): Promise<void> {
    const applied = this.last.then(() => this.write(messages));
    this.last = applied;
    return applied;
  }

  private async write(messages: readonly FactMessage<TradingFact>[]): Promise<void> {
    const from = (messages[0]?.firstSequence ?? 1) - 1;
    const to = messages.reduce((_, message) => lastSequence(message), from);
    const facts = Array.from(sequenced<'clob'>(messages), ({ fact }) => fact);
    const { database, network } = this;
    const move = (): void => database.moveCheckpoint(from, to);
    if (this.duties.writesAtOnce) {
      return network.request(() => {
        move();
        database.write(facts);
      });
    }
    await network.request(() => database.write(facts));
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

/** A process that follows the trading facts into a projection. */
export async function read(run: Run, { bus, database, network, duties, note }: ReaderWorld): Promise<void> {
  const applier = new Applier(database, network, duties);
  const options = { source: 'clob', durable: 'reader', gatherMs: GATHER_MILLIS, logger: tracedLog(run, note) } as const;
  new FactConsumer({ ...options, link: bus.link(run), applier }).start();
}
