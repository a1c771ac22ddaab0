import { Injectable, Logger } from '@nestjs/common';
import { PrismaService, type ChangeListener } from '@foretell/platform-prisma';
import { address, type Address } from '@foretell/signing';
import type { WalletKind } from '@foretell/contracts';
import { AccessNotices } from '../notices/access-notices';

const KINDS: readonly WalletKind[] = ['proxy', 'safe', 'deposit'];

interface Link {
  readonly owner: Address;
  readonly kind: WalletKind;
}

/**
 * Which key owns a proxy, safe or deposit wallet: the operator's word, because ownership is on-chain knowledge. Held in memory,
 * so that signature checks stay synchronous; a link that another process made arrives by notice. Source: decisions, Identity.
 */
@Injectable()
export class WalletLinks implements ChangeListener {
  private readonly logger = new Logger(WalletLinks.name);
  private readonly links = new Map<Address, Link>();
  /** Sorted, of each owner. */
  private readonly wallets = new Map<Address, Address[]>();
  /** Reads follow each other, so that the last one read is the newest. */
  private reading: Promise<void> = Promise.resolve();

  constructor(
    private readonly prisma: PrismaService,
    notices: AccessNotices,
  ) {
    notices.listen('wallet_links', this);
  }

  reload(): Promise<void> {
    return this.afterOthers(async () => {
      const rows = await this.prisma.clobWalletLink.findMany({ select: { wallet: true, owner: true, kind: true } });
      this.links.clear();
      this.wallets.clear();
      for (const { wallet, owner, kind } of rows) this.remember(address(wallet), { owner: address(owner), kind: kindOf(kind) });
      for (const own of this.wallets.values()) own.sort();
    });
  }

  changed(wallet: string): void {
    this.readAnew(address(wallet)).catch((cause: unknown) =>
      this.logger.error({ msg: 'a changed wallet link could not be read', wallet, err: cause }),
    );
  }

  ownerOf(wallet: Address): Address | undefined {
    return this.links.get(wallet)?.owner;
  }

  /** The wallets that a caller acts for: its own address first. */
  walletsOf(owner: Address): readonly Address[] {
    return [owner, ...(this.wallets.get(owner) ?? [])];
  }

  /** The caller's first linked wallet of a kind. */
  walletOf(owner: Address, kind: WalletKind): Address | undefined {
    return this.wallets.get(owner)?.find((wallet) => this.links.get(wallet)?.kind === kind);
  }

  /** Stores the link and uses it at once. A wallet has one owner; linking it again replaces the owner. */
  async link(wallet: Address, owner: Address, kind: WalletKind, atMillis: number): Promise<void> {
    const link = { owner, kind, linkedAt: atMillis };
    await this.prisma.clobWalletLink.upsert({ where: { wallet }, create: { wallet, ...link }, update: link });
    await this.readAnew(wallet);
  }

  private readAnew(wallet: Address): Promise<void> {
    return this.afterOthers(async () => {
      const row = await this.prisma.clobWalletLink.findUnique({ where: { wallet } });
      this.forget(wallet);
      if (row === null) return;
      const owner = address(row.owner);
      this.remember(wallet, { owner, kind: kindOf(row.kind) });
      this.wallets.get(owner)?.sort();
    });
  }

  private afterOthers(read: () => Promise<void>): Promise<void> {
    const done = this.reading.then(read);
    this.reading = done.catch(() => undefined);
    return done;
  }

  private remember(wallet: Address, link: Link): void {
    this.links.set(wallet, link);
    const own = this.wallets.get(link.owner);
    if (own === undefined) this.wallets.set(link.owner, [wallet]);
    else own.push(wallet);
  }

  private forget(wallet: Address): void {
    const link = this.links.get(wallet);
    if (link === undefined) return;
    this.links.delete(wallet);
    this.wallets.set(
      link.owner,
      (this.wallets.get(link.owner) ?? []).filter((each) => each !== wallet),
    );
  }
}

function kindOf(text: string): WalletKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`${text} is no kind of wallet`);
  return kind;
}
