import { TradingClient } from '@foretell/client';
import { Front } from './front';
import { openMarkets } from './reads';
import { acceptances, journalEvents, orderIds, wronglyFilled } from './record';
import { replicaOf } from './replica';
import { SettlingLoad, type Pace } from './settling-load';
import type { ServiceProcess } from './service-process';
import { startWorld, type World, type WorldOptions } from './world';

const MARKETS = 4;

/** The fates of a load's orders, by the journal and by the tables. */
export interface Fates {
  /** Acknowledged, but not stored. */
  readonly lost: readonly string[];
  /** Accepted more than once, or filled differently from the trades. */
  readonly doubled: readonly string[];
}

export interface ReplicasOptions extends WorldOptions {
  /** Additional or changed environment variables of the second replica. */
  readonly standbyEnvironment?: Readonly<Record<string, string>>;
  /** Pace of the load. */
  readonly pace?: Pace;
}

/** Two replicas of the trading service behind one address, and traders who send each order until its outcome is known. */
export class TwoReplicas {
  private constructor(
    readonly world: World,
    /** The replica besides `world.clob`, which writes first. */
    readonly standby: ServiceProcess,
    readonly load: SettlingLoad,
    private readonly closing: readonly (() => Promise<void> | void)[],
  ) {}

  /** Stops everything when a part fails to start. */
  static async start(traders: number, options: ReplicasOptions): Promise<TwoReplicas> {
    const world = await startWorld(options);
    const closing: (() => Promise<void> | void)[] = [() => world.stop()];
    try {
      await world.importSample();
      const standby = await replicaOf(world, options.standbyEnvironment);
      closing.unshift(() => standby.stop());
      await standby.start();
      const front = await Front.before([world.clob.url, standby.url]);
      closing.unshift(() => front.close());
      const trading = Array.from({ length: traders }, () => traderBehind(front, world));
      const clients = await Promise.all(trading);
      closing.unshift(() => clients.forEach((client) => client.close()));
      return new TwoReplicas(world, standby, new SettlingLoad(clients, await openMarkets(world, MARKETS), options.pace), closing);
    } catch (error) {
      for (const close of closing) await close();
      throw error;
    }
  }

  /** Call it after the load has been stopped. */
  async fates(): Promise<Fates> {
    const { world, load } = this;
    const accepted = acceptances(await journalEvents(world));
    const recorded = await orderIds(world);
    const lost = [...load.acknowledgedAt.keys()].filter((id) => accepted.get(id) === undefined || !recorded.has(id));
    const twice = [...accepted].filter(([, times]) => times !== 1).map(([id]) => id);
    return { lost, doubled: [...twice, ...(await wronglyFilled(world))] };
  }

  async stop(): Promise<void> {
    this.load.abandon();
    for (const close of this.closing) await close();
  }
}

async function traderBehind(front: Front, world: World): Promise<TradingClient> {
  const { wallet, key } = await world.trader();
  const trader = new TradingClient({ url: front.url, wallet });
  trader.useKey(key);
  return trader;
}
