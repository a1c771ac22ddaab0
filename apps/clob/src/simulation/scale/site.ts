import { MomentQueue, type Due } from '../moment-queue';
import { Random } from '../random';
import { COSTS, ORDERS_PER_REQUEST } from './costs';
import { Partition } from './partition';
import type { Placement } from './placement';
import { Wallets } from './wallets';

/** One way to run a site. */
export interface Setting {
  readonly partitions: number;
  readonly placement: Placement;
  /** Of all orders, those of wallets that trade wherever, not where they are at home. */
  readonly across: number;
}

/** What came of it. */
export interface Figures {
  readonly ordersPerSecond: number;
  readonly p50Millis: number;
  readonly p99Millis: number;
  /** Transfers an order. */
  readonly transfers: number;
  /** The busiest writer's part of its time. */
  readonly busiest: number;
}

const WARM_MICROS = 150_000;
const MEASURED_MICROS = 500_000;

interface Event extends Due {
  readonly run: () => void;
}

/** A site of several writers, event by event. Fronts are as many as are needed: their time counts, waiting for one does not. */
export class Site {
  private readonly events = new MomentQueue<Event>();
  private readonly random: Random;
  private readonly partitions: readonly Partition[];
  private readonly wallets: Wallets;
  private readonly tookMicros: number[] = [];
  private now = 0;
  private orders = 0;
  private transfers = 0;

  constructor(
    private readonly setting: Setting,
    seed: number,
  ) {
    this.random = new Random(seed);
    const after = (micros: number, run: () => void): void => this.after(micros, run);
    this.partitions = Array.from({ length: setting.partitions }, () => new Partition(() => this.now, after));
    this.wallets = new Wallets(setting.partitions, this.random);
  }

  /** So many orders a second, whatever the answers take. */
  offered(ordersPerSecond: number): Figures {
    const everyMicros = (1_000_000 * ORDERS_PER_REQUEST) / ordersPerSecond;
    const arrive = (): void => {
      this.request();
      this.after(-everyMicros * Math.log(1 - this.random.next()), arrive);
    };
    arrive();
    return this.measure();
  }

  private measure(): Figures {
    this.run(WARM_MICROS);
    const busyBefore = this.partitions.map(({ busyMicros }) => busyMicros);
    [this.orders, this.transfers] = [0, 0];
    this.tookMicros.length = 0;
    this.run(WARM_MICROS + MEASURED_MICROS);
    const took = Float64Array.from(this.tookMicros).sort();
    const at = (part: number): number => (took[Math.floor(took.length * part)] ?? 0) / 1_000;
    const busy = this.partitions.map(({ busyMicros }, index) => busyMicros - (busyBefore[index] ?? 0));
    return {
      ordersPerSecond: this.orders / (MEASURED_MICROS / 1_000_000),
      p50Millis: at(0.5),
      p99Millis: at(0.99),
      transfers: this.orders === 0 ? 0 : this.transfers / this.orders,
      busiest: Math.max(...busy) / MEASURED_MICROS,
    };
  }

  /** Fifteen orders of one wallet, most of them for one condition's partition; answered when all of them are. */
  private request(): void {
    const { random, setting, wallets } = this;
    const startedAt = this.now;
    const home = setting.placement.draw(random);
    const isAcross = random.chance(setting.across);
    const wallet = wallets.of(home, isAcross);
    const parts = new Map<number, { commands: number; sources: number[] }>();
    for (let order = 0; order < ORDERS_PER_REQUEST; order += 1) {
      const partition = isAcross && order % 3 === 2 ? setting.placement.draw(random) : home;
      const part = parts.get(partition) ?? { commands: 0, sources: [] };
      part.commands += 1;
      part.sources.push(...wallets.order(wallet, partition));
      parts.set(partition, part);
    }
    let open = parts.size;
    const partDone = (): void => {
      open -= 1;
      if (open > 0) return;
      this.orders += ORDERS_PER_REQUEST;
      this.tookMicros.push(this.now - startedAt);
    };
    this.after(ORDERS_PER_REQUEST * COSTS.front, () => {
      for (const [partition, { commands, sources }] of parts) this.part(partition, commands, sources, partDone);
    });
  }

  /** Orders of one partition: first what they need comes from where it is, the transfers at once, each in one commit there. */
  private part(partition: number, orders: number, sources: readonly number[], done: () => void): void {
    const place = (): void =>
      this.after(COSTS.hop, () =>
        this.partitions[partition]?.take({ commands: orders + sources.length, done: () => this.after(COSTS.hop, done) }),
      );
    if (sources.length === 0) return place();
    this.transfers += sources.length;
    let open = sources.length;
    const sent = (): void => {
      open -= 1;
      if (open === 0) this.after(COSTS.hop, place);
    };
    for (const source of sources) this.after(COSTS.hop, () => this.partitions[source]?.take({ commands: 1, done: sent }));
  }

  private after(micros: number, run: () => void): void {
    this.events.push({ at: this.now + micros, tie: this.random.next(), run });
  }

  private run(until: number): void {
    for (let event = this.events.pop(); event !== undefined; event = this.events.pop()) {
      if (event.at > until) {
        this.events.push(event);
        this.now = until;
        return;
      }
      this.now = event.at;
      event.run();
    }
  }
}
