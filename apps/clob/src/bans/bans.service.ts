import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { pause } from '@foretell/platform-server';
import type { Address } from '@foretell/signing';
import { EngineService } from '../engine/engine.service';
import type { Submission } from '../engine/submission';
import { Bans, type BanMode } from '../keys/bans';
import { WalletLinks } from '../ledger/wallet-links';

const RETRY_MILLIS = 1_000;
/** Commands submitted together: far fewer than the capacity of the writer's queue. */
const TOGETHER_MAX = 500;
const EVERYWHERE = { conditionId: null, outcome: null, withDelayed: true } as const;

/**
 * Sets bans, and ends the open orders that they forbid. The writer rejects new ones as soon as a ban is set, so cancelling the
 * existing ones afterwards is complete. A new writer executes every ban again, because its predecessor may have ended between
 * the two steps. Source: docs/decisions/bans.md.
 */
@Injectable()
export class BansService implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger(BansService.name);
  private readonly stopping = new AbortController();
  private resuming: Promise<void> = Promise.resolve();

  constructor(
    private readonly engine: EngineService,
    private readonly bans: Bans,
    private readonly links: WalletLinks,
  ) {}

  onApplicationBootstrap(): void {
    void this.engine.writing.then(() => {
      this.resuming = this.resume();
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.resuming;
  }

  /** Only in the writer's process. */
  async set(address: Address, mode: BanMode | 'lift', atMillis: number): Promise<void> {
    await this.bans.set(address, mode, atMillis);
    await this.endOrders([address]);
  }

  /** Cancels the open orders that the bans of these addresses or their owners forbid. */
  async endOrders(addresses: readonly Address[]): Promise<void> {
    const wallets = [...new Set(addresses.flatMap((address) => this.links.walletsOf(address)))];
    const cancels = wallets.flatMap((wallet) => this.cancelsOf(wallet));
    for (let from = 0; from < cancels.length; from += TOGETHER_MAX)
      await this.engine.submitAll(cancels.slice(from, from + TOGETHER_MAX));
  }

  /** Cancels all orders of a wallet, delayed ones too. */
  async endAllOrders(wallet: Address): Promise<void> {
    await this.engine.submit({ command: { type: 'cancelOrders', ...EVERYWHERE, wallet } });
  }

  private cancelsOf(wallet: Address): Submission[] {
    const ban = this.bans.of(wallet);
    if (ban === null) return [];
    return [{ command: { type: 'cancelOrders', ...EVERYWHERE, wallet, ...(ban.mode === 'full' ? {} : { side: 'BUY' }) } }];
  }

  private async resume(): Promise<void> {
    const { signal } = this.stopping;
    while (!signal.aborted) {
      try {
        return await this.endOrders(this.bans.all());
      } catch (cause) {
        this.logger.error({ msg: 'the orders of banned addresses could not be ended, trying again', err: cause });
      }
      await pause(RETRY_MILLIS, signal);
    }
  }
}
