import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { VITAL_POOL, type Pool } from '@foretell/platform-prisma';
import { MONOTONIC, SteadyClock, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';
import { BEAT, BEAT_OF, BEATS, DELETE_BEAT } from './heartbeats.query';
import { Silence, SILENCE_MILLIS, type StoredHeartbeat } from './silence';

const SWEEP_MILLIS = 1_000;

/** The response to a heartbeat: the id to send with the next one, and whether the sent id was the expected one. */
export interface Beat {
  readonly heartbeatId: string;
  readonly isAccepted: boolean;
}

/**
 * Dead man's switch: an account that has begun to send heartbeats and stops has all its orders cancelled. Heartbeats are stored
 * in the record and survive a restart. After a restart or a stall, every account gets a full period to return. Silence is
 * measured by a monotonic clock.
 */
@Injectable()
export class HeartbeatsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(HeartbeatsService.name);
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> = Promise.resolve();
  private readonly silence = new Silence();

  constructor(
    @Inject(VITAL_POOL) private readonly pool: Pool,
    @Inject(MONOTONIC) private readonly monotonic: Clock,
    private readonly time: SteadyClock,
    private readonly engine: EngineService,
    private readonly links: WalletLinks,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweeping.then(() => this.sweep()).catch((cause: unknown) => this.failed(cause));
    }, SWEEP_MILLIS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.sweeping;
  }

  private failed(cause: unknown): void {
    this.silence.interrupt();
    this.logger.error({ msg: 'the heartbeat sweep failed', err: cause });
  }

  /** The first heartbeat has no id; every later one has the id of the previous response. A wrong id extends nothing. */
  async beat(caller: Address, sentId: string | null): Promise<Beat> {
    const heartbeatId = randomUUID();
    const now = this.time.now();
    const { rowCount } = await this.pool.query({ ...BEAT, values: [caller, heartbeatId, now + SILENCE_MILLIS, sentId, now] });
    if (rowCount === 1) return { heartbeatId, isAccepted: true };
    const { rows } = await this.pool.query<StoredHeartbeat>({ ...BEAT_OF, values: [caller] });
    const [last] = rows;
    // Swept in between: the caller starts over.
    return last === undefined ? this.beat(caller, null) : { heartbeatId: last.heartbeatId, isAccepted: false };
  }

  /** Cancels the orders of silent accounts. Runs in the writer's process only. */
  async sweep(): Promise<void> {
    if (!this.engine.isWriting() || (await this.engine.check()) !== null) return this.silence.interrupt();
    const { rows: beats } = await this.pool.query<StoredHeartbeat>({ ...BEATS });
    for (const beat of this.silence.look(this.monotonic(), beats)) await this.cancelOrdersOf(beat);
  }

  private async cancelOrdersOf({ address: silent, heartbeatId }: StoredHeartbeat): Promise<void> {
    for (const wallet of this.links.walletsOf(address(silent))) {
      await this.engine.submit({ command: { type: 'cancelOrders', wallet, conditionId: null, outcome: null } });
    }
    // After the cancels: a failure in between repeats them, which is harmless. A heartbeat that arrived in between stays.
    await this.pool.query({ ...DELETE_BEAT, values: [silent, heartbeatId] });
    this.logger.log({ msg: 'heartbeats stopped, orders cancelled', address: silent });
  }
}
