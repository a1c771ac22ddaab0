import { readFileSync } from 'node:fs';
import { ClientError } from '@foretell/client';
import type { KnownValues } from '@foretell/testing';
import { freshPrivateKey } from '../private-key';
import { openMarkets, type OpenMarket } from '../reads';
import type { World } from '../world';
import type { FuzzService } from './fuzz-requests';
import { withHonestOrders } from './honest-caller';
import type { HonestTask, Probed } from './honest-orders';
import { flood } from './hostile-callers';
import type { Attacker, Flooded } from './hostile-flood';
import { knownTo } from './known-values';

export interface FuzzOptions {
  /** For each service. */
  readonly requests: number;
  readonly seed: number;
}

/** How a service handled the requests, and how honest orders fared in the meantime. */
export interface FuzzReport extends Flooded, Probed {
  readonly service: FuzzService;
  /** Resident memory after a tenth of the requests and after all, in megabytes. */
  readonly megabytes: readonly [number, number];
}

const ATTACKERS = 6;
const MARKETS = 4;
const TOO_MANY = 429;

/** Sends each service its requests from a seed, and measures the effect on the service. */
export class FuzzRun {
  private markets: readonly OpenMarket[] = [];
  private attackers: readonly Attacker[] = [];
  private known: KnownValues = {};

  constructor(
    private readonly world: World,
    private readonly options: FuzzOptions,
  ) {}

  async prepare(): Promise<readonly OpenMarket[]> {
    this.markets = await openMarkets(this.world, MARKETS);
    const privateKeys = Array.from({ length: ATTACKERS }, freshPrivateKey);
    const traders = await Promise.all(privateKeys.map((privateKey) => this.world.trader({ privateKey })));
    this.attackers = traders.map(({ key }, index) => ({ privateKey: privateKeys[index] ?? '', key }));
    this.known = await knownTo(this.world, this.markets, traders);
    return this.markets;
  }

  async service(service: FuzzService, honest: HonestTask): Promise<FuzzReport> {
    const { world, markets, known, attackers } = this;
    const { pid, url } = world[service];
    const task = { ...this.options, service, url, clobUrl: world.clob.url, world: { markets, known }, attackers };
    let warm = 0;
    const ports = { warm: () => void (warm = megabytesOf(pid)), attacker: () => this.newAttacker() };
    const [flooded, probed] = await withHonestOrders(honest, () => flood(task, ports));
    return { service, ...flooded, megabytes: [warm, megabytesOf(pid)], ...probed };
  }

  /** Null when too many were created recently. */
  private async newAttacker(): Promise<Attacker | null> {
    const privateKey = freshPrivateKey();
    try {
      const { key } = await this.world.trader({ privateKey });
      return { privateKey, key };
    } catch (error) {
      if (error instanceof ClientError && error.status === TOO_MANY) return null;
      throw error;
    }
  }
}

/** Resident memory of a process, on Linux. */
function megabytesOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4_096) / 1_048_576);
}
