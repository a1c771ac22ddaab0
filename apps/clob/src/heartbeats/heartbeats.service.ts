import { randomUUID } from 'node:crypto';
import { Inject, Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { EngineService } from '../engine/engine.service';
import { WalletLinks } from '../ledger/wallet-links';

/** A beat is expected every ten seconds; five more are allowed for the road. Source: protocol 12, heartbeats. */
const EXPIRY_MILLIS = 15_000;
const SWEEP_MILLIS = 1_000;

/** What a beat answers: the id to send with the next one, and whether the one sent was that. */
export interface Beat {
  readonly heartbeatId: string;
  readonly isAccepted: boolean;
}

/**
 * Dead man's switch: an account that has begun to send heartbeats and stops has all its orders cancelled. The promise is kept in the record,
 * so that it outlives a restart; after one, every account gets a whole period to come back.
 */
@Injectable()
export class HeartbeatsService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(HeartbeatsService.name);
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> = Promise.resolve();
  private writingSince: number | null = null;

  constructor(
    @Inject(DATABASE_POOL) private readonly pool: Pool,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly links: WalletLinks,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweeping = this.sweep().catch((cause: unknown) =>
        this.logger.error({ msg: 'the heartbeat sweep failed', err: cause }),
      );
    }, SWEEP_MILLIS);
    this.timer.unref();
  }

  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer !== null) clearInterval(this.timer);
    await this.sweeping;
  }

  /** The first beat carries no id; every later one the id of the answer before. A wrong id renews nothing. */
  async beat(caller: Address, sentId: string | null): Promise<Beat> {
    const { rows } = await this.pool.query<{ heartbeatId: string; isAccepted: boolean }>(
      `insert into clob.heartbeats as h (address, heartbeat_id, expires_at) values ($1, $2, $3)
       on conflict (address) do update set
         heartbeat_id = case when h.heartbeat_id = $4 or ($4::text is null and h.expires_at <= $5) then excluded.heartbeat_id else h.heartbeat_id end,
         expires_at = case when h.heartbeat_id = $4 or ($4::text is null and h.expires_at <= $5) then excluded.expires_at else h.expires_at end
       returning heartbeat_id as "heartbeatId", heartbeat_id = $2 as "isAccepted"`,
      [caller, randomUUID(), this.clock() + EXPIRY_MILLIS, sentId, this.clock()],
    );
    const row = rows[0];
    if (row === undefined) throw new Error('a heartbeat left no row');
    return row;
  }

  /** Cancels the orders of accounts whose time is over. Only the writer's process does it. */
  async sweep(): Promise<void> {
    const now = this.clock();
    if ((await this.engine.check()) !== null) {
      this.writingSince = null;
      return;
    }
    this.writingSince ??= now;
    if (now - this.writingSince < EXPIRY_MILLIS) return;
    const { rows } = await this.pool.query<{ address: string }>('select address from clob.heartbeats where expires_at <= $1', [
      now,
    ]);
    for (const { address: silent } of rows) {
      for (const wallet of this.links.walletsOf(address(silent))) {
        await this.engine.submit({ command: { type: 'cancelOrders', wallet, conditionId: null, outcome: null } });
      }
      // After the cancels: a failure in between repeats them, which is harmless.
      await this.pool.query('delete from clob.heartbeats where address = $1 and expires_at <= $2', [silent, now]);
      this.logger.log({ msg: 'heartbeats stopped, orders cancelled', address: silent });
    }
  }
}
