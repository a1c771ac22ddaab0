import { Injectable } from '@nestjs/common';
import { PrismaService } from '@foretell/platform-prisma';
import { address, type Address } from '@foretell/signing';
import type { WalletKind } from '@foretell/contracts';

const KINDS: readonly WalletKind[] = ['proxy', 'safe', 'deposit'];

/**
 * Which key owns a proxy, safe or deposit wallet: the operator's word, because ownership is on-chain knowledge. Held in memory,
 * so that signature checks stay synchronous; loaded when this process becomes the writer. Source: decisions, Identity.
 */
@Injectable()
export class WalletLinks {
  private readonly owners = new Map<Address, Address>();
  private readonly wallets = new Map<Address, Address[]>();
  private readonly kinds = new Map<Address, WalletKind>();

  constructor(private readonly prisma: PrismaService) {}

  async load(): Promise<void> {
    const rows = await this.prisma.clobWalletLink.findMany({
      select: { wallet: true, owner: true, kind: true },
      orderBy: { wallet: 'asc' },
    });
    this.owners.clear();
    this.wallets.clear();
    this.kinds.clear();
    for (const { wallet, owner, kind } of rows) this.remember(address(wallet), address(owner), kindOf(kind));
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
    const link = { owner, kind, linkedAt: atMillis };
    await this.prisma.clobWalletLink.upsert({ where: { wallet }, create: { wallet, ...link }, update: link });
    await this.load();
  }

  private remember(wallet: Address, owner: Address, kind: WalletKind): void {
    this.owners.set(wallet, owner);
    this.kinds.set(wallet, kind);
    this.wallets.set(owner, [...(this.wallets.get(owner) ?? []), wallet]);
  }
}

function kindOf(text: string): WalletKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`${text} is no kind of wallet`);
  return kind;
}
