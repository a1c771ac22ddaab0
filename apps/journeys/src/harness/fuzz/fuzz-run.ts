import { readFileSync } from 'node:fs';
import { ClientError, type TradingClient } from '@foretell/client';
import type { KnownValues } from '@foretell/testing';
import { limit } from '../orders';
import { openMarkets, type OpenMarket } from '../reads';
import type { World } from '../world';
import { FuzzRequests, type FuzzRequest, type FuzzSurface } from './fuzz-requests';
import { FuzzSender } from './fuzz-sender';
import { knownTo } from './known-values';
import { Random } from '../random';

export interface FuzzOptions {
  /** Of each surface. */
  readonly requests: number;
  readonly seed: number;
}

/** What a surface did with what it was sent. */
export interface FuzzReport {
  readonly surface: FuzzSurface;
  readonly byStatus: Readonly<Record<number, number>>;
  /** Operations of which not one request was answered with a success: what lies behind their first look-up was not tried. */
  readonly unreached: readonly string[];
  /** Operations whose slowest answer took longest, in milliseconds. */
  readonly slowest: readonly (readonly [operation: string, millis: number])[];
  /** Which request of the seed, and what came back. */
  readonly faults: readonly string[];
  /** Resident memory after a tenth of the requests and after all, in megabytes. */
  readonly megabytes: readonly [number, number];
  /** Of an order beside it, in milliseconds. */
  readonly p99: number;
  /** Orders beside it that were not taken because too much work waited: none unless the surface sheds. */
  readonly shedOrders: number;
}

/** How honest orders fared, one after the other. */
export interface Probed {
  /** Milliseconds of those that were taken. */
  readonly p99: number;
  readonly shedOrders: number;
}

const CALLERS = 8;
const ATTACKERS = 6;
const MARKETS = 4;
const NOT_NOW = 503;
const TOO_MANY = 429;
const SLOWEST = 5;
/** Ends the request's connection, without an answer: too large a head, for one. */
const CUT_OFF = /ECONNRESET|socket hang up|EPIPE|Parse Error/;
const PROBE_PAUSE_MILLIS = 20;

/** Sends each surface its share from a seed, and looks at what became of the surface. */
export class FuzzRun {
  private markets: readonly OpenMarket[] = [];
  private attackers: TradingClient[] = [];
  private known: KnownValues = {};

  constructor(
    private readonly world: World,
    private readonly options: FuzzOptions,
  ) {}

  async prepare(): Promise<readonly OpenMarket[]> {
    this.markets = await openMarkets(this.world, MARKETS);
    this.attackers = await Promise.all(Array.from({ length: ATTACKERS }, () => this.world.trader()));
    this.known = await knownTo(this.world, this.markets, this.attackers);
    return this.markets;
  }

  async surface(surface: FuzzSurface, probe: TradingClient): Promise<FuzzReport> {
    const { requests, seed } = this.options;
    const random = new Random(seed);
    const made = new FuzzRequests(surface, seed, random, { markets: this.markets, known: this.known });
    const sender = new FuzzSender(new URL(this.world[surface].url));
    const { pid } = this.world[surface];
    const byStatus: Record<number, number> = {};
    const unreached = new Set(made.names);
    const longest = new Map<string, number>();
    const faults: string[] = [];
    let [sent, warm] = [0, 0];
    const call = async (): Promise<void> => {
      while (sent < requests) {
        const index = sent++;
        const at = index % ATTACKERS;
        const attacker = this.attackers[at];
        if (attacker === undefined) throw new Error('nobody attacks');
        const request = made.next(attacker);
        const startedAt = performance.now();
        const { status, text } = await sender.send(request, attacker);
        const millis = Math.round(performance.now() - startedAt);
        longest.set(request.operation, Math.max(millis, longest.get(request.operation) ?? 0));
        byStatus[status] = (byStatus[status] ?? 0) + 1;
        if (status >= 200 && status < 300) unreached.delete(request.operation);
        if (isFault(status, text))
          faults.push(`${surface} ${index} of seed ${seed}: ${shown(request)} -> ${status} ${text.slice(0, 200)}`);
        if (status === 200 && isRevocation(request)) this.attackers[at] = (await this.newAttacker()) ?? attacker;
        if (index === Math.floor(requests / 10)) warm = megabytesOf(pid);
      }
    };
    const beside = new AbortController();
    const probing = this.probe(probe, beside.signal);
    await Promise.all(Array.from({ length: CALLERS }, call));
    beside.abort();
    const probed = await probing;
    sender.close();
    const slowest = [...longest].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    return { surface, byStatus, unreached: [...unreached], slowest, faults, megabytes: [warm, megabytesOf(pid)], ...probed };
  }

  /** Null when there were too many of late: then the one whose key is gone goes on. */
  private newAttacker(): Promise<TradingClient | null> {
    return this.world.trader().catch((error: unknown) => {
      if (error instanceof ClientError && error.status === TOO_MANY) return null;
      throw error;
    });
  }

  /** Orders of somebody else, one after the other, until it is enough: how long the slowest hundredth took. */
  async probe(trader: TradingClient, signal: AbortSignal): Promise<Probed> {
    const millis: number[] = [];
    let shedOrders = 0;
    const [market] = this.markets;
    if (market === undefined) throw new Error('there is no market');
    while (!signal.aborted) {
      const startedAt = performance.now();
      const placed = await placedUnlessShed(trader, market);
      if (placed === null) shedOrders += 1;
      else {
        millis.push(performance.now() - startedAt);
        await trader.cancel(placed);
      }
      await new Promise((resolve) => setTimeout(resolve, PROBE_PAUSE_MILLIS));
    }
    millis.sort((one, other) => one - other);
    return { p99: millis[Math.floor(millis.length * 0.99)] ?? 0, shedOrders };
  }
}

/** The order's id; null when it was not taken because too much work waited. Any other refusal is a fault. */
async function placedUnlessShed(trader: TradingClient, market: OpenMarket): Promise<string | null> {
  try {
    const { success, orderID, errorMsg } = await trader.placeOne(limit(market, 'BUY', 0, 5, 4));
    if (!success) throw new Error(`an honest order was refused: ${errorMsg}`);
    return orderID;
  } catch (error) {
    if (error instanceof ClientError && error.status === NOT_NOW) return null;
    throw error;
  }
}

function isFault(status: number, text: string): boolean {
  return status === 0 ? !CUT_OFF.test(text) : status >= 500 && status !== NOT_NOW;
}

function isRevocation({ method, target }: FuzzRequest): boolean {
  return method === 'DELETE' && /^\/auth\/api-key/i.test(target);
}

function shown({ method, target, body, identity }: FuzzRequest): string {
  return `${method} ${target.slice(0, 300)} (${identity}) ${(body ?? '').slice(0, 300)}`;
}

/** Resident, of a process of Linux. */
function megabytesOf(pid: number): number {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return Math.round((pages * 4_096) / 1_048_576);
}
