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
  private readonly kinds = new Map<Address, WalletKind>();

  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  async load(): Promise<void> {
    const { rows } = await this.pool.query<{ wallet: string; owner: string; kind: WalletKind }>(
      'select wallet, owner, kind from clob.wallet_links order by wallet',
    );
    this.owners.clear();
    this.wallets.clear();
    this.kinds.clear();
    for (const { wallet, owner, kind } of rows) this.remember(address(wallet), address(owner), kind);
  }

  ownerOf(wallet: Address): Address | undefined {
    return this.owners.get(wallet);
  }

  /** The wallets that a caller acts for: its own address first. */
  walletsOf(owner: Address): readonly Address[] {
    return [owner, ...(this.wallets.get(owner) ?? [])];
  }

  /** The caller's first linked wallet of a kind. */
  walletOf(owner: Address, kind: WalletKind): Address | undefined {
    return this.wallets.get(owner)?.find((wallet) => this.kinds.get(wallet) === kind);
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

  private remember(wallet: Address, owner: Address, kind: WalletKind): void {
    this.owners.set(wallet, owner);
    this.kinds.set(wallet, kind);
    this.wallets.set(owner, [...(this.wallets.get(owner) ?? []), wallet]);
  }
}
