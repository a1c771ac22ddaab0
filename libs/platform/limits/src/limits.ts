import { Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import type { LimitState, LimitsShown, ServiceName } from '@foretell/contracts';
import { OpsRefusal, type NatsLink } from '@foretell/platform-nats';
import { OneAtATime, watchGauge } from '@foretell/platform-server';
import type { PrismaService } from '@foretell/platform-prisma';
import type { IncomingMessage } from 'node:http';
import { LimitExchange } from './limit-exchange';
import { LimitGate } from './limit-gate';
import { commonRules, type LimitTable } from './limit-rule';
import { LimitStore } from './limit-store';
import { Limiter } from './limiter';

export interface LimitsModuleOptions {
  readonly service: ServiceName;
  readonly table: LimitTable;
  /** False: nothing is counted, and no limit is shown. */
  readonly isOn: boolean;
  readonly trustedProxies: number;
}

interface LimitsOptions extends LimitsModuleOptions {
  readonly prisma: PrismaService;
  readonly link: NatsLink;
}

/** Maximum delay of messages to other replicas; a caller who used a fiftieth of a limit triggers one at once. */
const PUBLISH_MILLIS = 100;
/** Maximum delay of a limit change whose message was lost. */
const RELOAD_MILLIS = 10_000;
const CALLERS_HELP = 'Callers, by address or key, that the rate limits track now.';

/** The limits of a service's replica: counted here, shared with the other replicas, changed by operators. */
export class Limits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly limiter: Limiter;
  /** Counts requests; null when limits are off. */
  readonly gate: LimitGate | null;
  private readonly table: LimitTable;
  private readonly logger = new Logger(Limits.name);
  private readonly store: LimitStore;
  private readonly exchange: LimitExchange;
  private readonly timers: NodeJS.Timeout[] = [];
  private isPublishDue = false;
  private readonly reading = new OneAtATime();

  constructor(private readonly options: LimitsOptions) {
    this.table = { ...options.table, rules: [...options.table.rules, ...commonRules(options.table)] };
    this.limiter = new Limiter(this.table, () => performance.now());
    this.gate = options.isOn ? new LimitGate(this.limiter, options.trustedProxies) : null;
    this.store = new LimitStore(options.prisma, options.service);
    this.exchange = new LimitExchange(options.link, options.service, {
      admitted: (subject, rule, times) => this.limiter.hear(subject, rule, times),
      changed: () => void this.reload(),
    });
    watchGauge({ name: 'foretell_limit_callers', help: CALLERS_HELP }, () => this.limiter.size);
    this.limiter.onPressing = () => this.publishSoon();
  }

  async onApplicationBootstrap(): Promise<void> {
    if (!this.options.isOn) return;
    await this.reload();
    this.exchange.start();
    this.every(PUBLISH_MILLIS, () => this.publish());
    this.every(RELOAD_MILLIS, () => {
      this.limiter.forgetIdle();
      void this.reload();
    });
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
    this.exchange.stop();
  }

  show(): LimitsShown {
    return { limits: this.options.isOn ? this.limiter.current().map(({ name }) => this.state(name)) : [] };
  }

  /** Refuses an authenticated caller beyond a limit of requests. */
  admit(request: IncomingMessage, apiKey: string): void {
    this.gate?.admit(request, apiKey);
  }

  /** Refuses a caller beyond a limit of ids, by its authenticated key or else its address; a refused request uses up nothing. */
  admitIds(request: IncomingMessage, count: number, apiKey?: string): void {
    this.gate?.admitIds(request, count, apiKey);
  }

  /** Whether an address may open a connection that is not a request; counts as a request without its own route. */
  admitsConnection(address: string): boolean {
    return this.gate === null || this.gate.admitsConnection(address);
  }

  /** Applies here when it returns, and on the other replicas within a second. Null restores the default. */
  async set(name: string, count: number | null): Promise<LimitState> {
    if (this.usual(name) === undefined) {
      throw new OpsRefusal(`unknown limit ${name}; the limits are ${this.table.rules.map((rule) => rule.name).join(', ')}`);
    }
    await this.store.set(name, count, Date.now());
    await this.reload();
    this.exchange.publishChanged();
    return this.state(name);
  }

  /** Serialised: a limit read before a change must not be applied after it. */
  private reload(): Promise<void> {
    return this.reading.run(() => this.read());
  }

  /** A limit that cannot be read stays unchanged: requests do not depend on the read. */
  private async read(): Promise<void> {
    try {
      const set = await this.store.all();
      for (const { name, count } of this.table.rules) this.limiter.change(name, set.get(name) ?? count);
    } catch (cause) {
      this.logger.warn({ msg: 'the limits that operators set could not be read', err: cause });
    }
  }

  private state(name: string): LimitState {
    const { table } = this;
    const rule = this.limiter.current().find((each) => each.name === name);
    if (rule === undefined) throw new Error(`there is no limit ${name}`);
    const { count, windowMillis, routes = [] } = rule;
    const isByKey = routes.length > 0 && routes.every((route) => table.byKey.has(route));
    return {
      limit: name,
      count,
      usual: this.usual(name) ?? count,
      windowMillis,
      scope: isByKey ? 'key' : 'address',
      routes: [...routes],
    };
  }

  private usual(name: string): number | undefined {
    return this.table.rules.find((rule) => rule.name === name)?.count;
  }

  private publishSoon(): void {
    if (this.isPublishDue) return;
    this.isPublishDue = true;
    setImmediate(() => this.publish());
  }

  private publish(): void {
    this.isPublishDue = false;
    this.exchange.publishAdmitted(this.limiter.takeUnpublished());
  }

  private every(millis: number, work: () => void): void {
    const timer = setInterval(work, millis);
    timer.unref();
    this.timers.push(timer);
  }
}
