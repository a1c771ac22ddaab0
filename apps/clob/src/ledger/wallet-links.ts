import { Inject, Injectable } from '@nestjs/common';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { address, type Address } from '@foretell/signing';
import type { WalletKind } from '@foretell/contracts';

/**
 * Which key owns a proxy, safe or deposit wallet: the operator's word, because ownership is on-chain knowledge. Held in memory, so that
 * signature checks stay synchronous; loaded when this process becomes the writer. Source: decisions, Identity.
 */
@Injectable()
export class WalletLinks {
  private readonly owners = new Map<Address, Address>();
  private readonly wallets = new Map<Address, Address[]>();

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async load(): Promise<void> {
    const { rows } = await this.pool.query<{ wallet: string; owner: string }>('select wallet, owner from clob.wallet_links order by wallet');
    this.owners.clear();
    this.wallets.clear();
    for (const { wallet, owner } of rows) this.remember(address(wallet), address(owner));
  }

  ownerOf(wallet: Address): Address | undefined {
    return this.owners.get(wallet);
  }

  /** The wallets that a caller acts for: its own address first. */
  walletsOf(owner: Address): readonly Address[] {
    return [owner, ...(this.wallets.get(owner) ?? [])];
  }

  /** Stores the link and uses it at once. A wallet has one owner; linking it again replaces the owner. */
  async link(wallet: Address, owner: Address, kind: WalletKind, atMillis: number): Promise<void> {
    await this.pool.query(
      `insert into clob.wallet_links (wallet, owner, kind, linked_at) values ($1, $2, $3, $4)
       on conflict (wallet) do update set owner = excluded.owner, kind = excluded.kind, linked_at = excluded.linked_at`,
      [wallet, owner, kind, atMillis],
    );
    await this.load();
  }

  private remember(wallet: Address, owner: Address): void {
    this.owners.set(wallet, owner);
    this.wallets.set(owner, [...(this.wallets.get(owner) ?? []), wallet]);
  }
}
