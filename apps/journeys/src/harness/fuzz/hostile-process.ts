import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { TradingClient, walletFromPrivateKey } from '@foretell/client';
import { Random } from '../random';
import { FuzzRequests, type FuzzRequest } from './fuzz-requests';
import { FuzzSender } from './fuzz-sender';
import type { AnotherAttacker, Attacker, Flooded, FloodTask, FloodWord } from './hostile-flood';

const CALLERS = 8;
const NOT_NOW = 503;
const SLOWEST = 5;
/** Errors of a connection that the server closed without a response, for example after oversized headers. */
const CUT_OFF = /ECONNRESET|socket hang up|EPIPE|Parse Error/;

/** A process that sends the flood of a seed and reports the result. */
async function main(): Promise<void> {
  const [task] = (await once(process, 'message')) as [FloodTask];
  // Low priority: hostile callers have machines of their own and must not slow honest orders on this one.
  setPriority(constants.priority.PRIORITY_LOW);
  try {
    send({ type: 'ended', flooded: await new Flood(task).run() });
  } catch (error) {
    send({ type: 'failed', fault: error instanceof Error ? (error.stack ?? error.message) : String(error) });
  }
}

class Flood {
  private readonly made: FuzzRequests;
  private readonly sender: FuzzSender;
  private readonly byStatus: Record<number, number> = {};
  private readonly unreached: Set<string>;
  private readonly longest = new Map<string, number>();
  private readonly faults: string[] = [];
  private attackers: TradingClient[] = [];
  /** Callers whose key is revoked. */
  private readonly waiting: ((attacker: Attacker | null) => void)[] = [];
  private sent = 0;

  constructor(private readonly task: FloodTask) {
    const { service, seed, world, url } = task;
    this.made = new FuzzRequests(service, seed, new Random(seed), world);
    this.sender = new FuzzSender(new URL(url));
    this.unreached = new Set(this.made.names);
  }

  async run(): Promise<Flooded> {
    process.on('message', ({ attacker }: AnotherAttacker) => this.waiting.shift()?.(attacker));
    this.attackers = await Promise.all(this.task.attackers.map((attacker) => this.clientOf(attacker)));
    try {
      await Promise.all(Array.from({ length: CALLERS }, () => this.call()));
    } finally {
      this.sender.close();
      for (const attacker of this.attackers) attacker.close();
    }
    const slowest = [...this.longest].sort(([, one], [, other]) => other - one).slice(0, SLOWEST);
    return { byStatus: this.byStatus, unreached: [...this.unreached], slowest, faults: this.faults };
  }

  /** One caller, which waits for each response. */
  private async call(): Promise<void> {
    const { requests } = this.task;
    while (this.sent < requests) {
      const index = this.sent++;
      const at = index % this.attackers.length;
      const attacker = this.attackers[at];
      if (attacker === undefined) throw new Error('nobody attacks');
      const request = this.made.next(attacker);
      const startedAt = performance.now();
      const { status, text } = await this.sender.send(request, attacker);
      this.note(index, request, status, text, Math.round(performance.now() - startedAt));
      if (status === 200 && isRevocation(request)) this.attackers[at] = (await this.anotherAttacker()) ?? attacker;
      if (index === Math.floor(requests / 10)) send({ type: 'warm' });
    }
  }

  private note(index: number, request: FuzzRequest, status: number, text: string, millis: number): void {
    const { service, seed } = this.task;
    this.longest.set(request.operation, Math.max(millis, this.longest.get(request.operation) ?? 0));
    this.byStatus[status] = (this.byStatus[status] ?? 0) + 1;
    if (status >= 200 && status < 300) this.unreached.delete(request.operation);
    if (isFault(status, text))
      this.faults.push(`${service} ${index} of seed ${seed}: ${shown(request)} -> ${status} ${text.slice(0, 200)}`);
  }

  /** Null when too many were created recently: the caller then continues with its revoked key. */
  private async anotherAttacker(): Promise<TradingClient | null> {
    const another = new Promise<Attacker | null>((resolve) => this.waiting.push(resolve));
    send({ type: 'attackerWanted' });
    const attacker = await another;
    return attacker === null ? null : this.clientOf(attacker);
  }

  private async clientOf({ privateKey, key }: Attacker): Promise<TradingClient> {
    const client = new TradingClient({ url: this.task.clobUrl, wallet: await walletFromPrivateKey(privateKey) });
    client.useKey(key);
    return client;
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

function send(word: FloodWord): void {
  process.send?.(word);
}

process.once('disconnect', () => process.exit());
void main();
