import { Injectable, Logger } from '@nestjs/common';
import { PrismaService, type ChangeListener, type ClobWalletLink } from '@foretell/platform-prisma';
import { OneAtATime } from '@foretell/platform-server';
import { address, type Address, type OwnedWallet, type SignatureType } from '@foretell/signing';
import type { WalletKind } from '@foretell/contracts';
import { AccessNotices } from '../notices/access-notices';

/** The signature type of each kind of wallet. Source: protocol 4.4. */
const SIGNATURE_TYPES: Readonly<Record<WalletKind, SignatureType>> = { proxy: 1, safe: 2, deposit: 3 };

interface Link {
  readonly owner: Address;
  readonly kind: WalletKind;
  readonly atMillis: number;
}

interface NewLink extends Link {
  /** Whether it may replace an existing link. */
  readonly replaces: boolean;
}

/** By signature type, as requests write it; type 0 trades from the key's own address. */
const KINDS: ReadonlyMap<string, WalletKind> = new Map(
  (['proxy', 'safe', 'deposit'] as const).map((kind) => [String(SIGNATURE_TYPES[kind]), kind]),
);

/**
 * Which key owns a proxy, safe or deposit wallet. An operator sets it, because ownership is recorded on a chain. Cached in
 * memory, so that signature checks stay synchronous; links made by other processes arrive by notification. Source: interface,
 * Identity.
 */
@Injectable()
export class WalletLinks implements ChangeListener {
  private readonly logger = new Logger(WalletLinks.name);
  private readonly links = new Map<Address, Link>();
  /** By owner, the first linked first: another link does not change the wallet that a client without a choice means. */
  private readonly wallets = new Map<Address, Address[]>();
  /** Reads are sequential, so that the last one is the newest. */
  private readonly reading = new OneAtATime();

  constructor(
    private readonly prisma: PrismaService,
    private readonly notices: AccessNotices,
  ) {
    notices.listen('wallet_links', this);
  }

  reload(): Promise<void> {
    return this.reading.run(async () => {
      const rows = await this.prisma.clobWalletLink.findMany();
      this.links.clear();
      this.wallets.clear();
      for (const row of rows) this.remember(address(row.wallet), linkOf(row));
      for (const own of this.wallets.values()) this.sort(own);
    });
  }

  changed(wallet: string): void {
    this.reread(address(wallet)).catch((cause: unknown) =>
      this.logger.error({ msg: 'a changed wallet link could not be read', wallet, err: cause }),
    );
  }

  ownerOf(wallet: Address): OwnedWallet | undefined {
    const link = this.links.get(wallet);
    return link === undefined ? undefined : { owner: link.owner, signatureType: SIGNATURE_TYPES[link.kind] };
  }

  /** Until it resolves, a link made by another process may be missing here. Free while notifications arrive. */
  async current(): Promise<void> {
    if (!this.notices.isCurrent()) await this.reload();
  }

  /** The wallets that a caller acts for: its own address first. */
  walletsOf(owner: Address): readonly Address[] {
    return [owner, ...(this.wallets.get(owner) ?? [])];
  }

  /** The caller's first linked wallet of a kind. */
  walletOf(owner: Address, kind: WalletKind): Address | undefined {
    return this.wallets.get(owner)?.find((wallet) => this.links.get(wallet)?.kind === kind);
  }

  /** The wallet from which the caller trades with a signature type, as requests write it; its own address when none is linked. */
  tradingWalletOf(owner: Address, signatureType: string | undefined): Address {
    const kind = signatureType === undefined ? undefined : KINDS.get(signatureType);
    return (kind && this.walletOf(owner, kind)) ?? owner;
  }

  /**
   * Stores the link and uses it immediately here; other processes follow within a second. A wallet has one owner: another owner
   * or kind is stored only with `replaces`; otherwise the existing link is returned.
   */
  async link(wallet: Address, { owner, kind, atMillis, replaces }: NewLink): Promise<Link | null> {
    const row = { owner, kind, linkedAt: atMillis };
    if (replaces) await this.prisma.clobWalletLink.upsert({ where: { wallet }, create: { wallet, ...row }, update: row });
    else await this.prisma.clobWalletLink.createMany({ data: { wallet, ...row }, skipDuplicates: true });
    await this.reread(wallet);
    const stands = this.links.get(wallet);
    return stands === undefined || (stands.owner === owner && stands.kind === kind) ? null : stands;
  }

  private reread(wallet: Address): Promise<void> {
    return this.reading.run(async () => {
      const row = await this.prisma.clobWalletLink.findUnique({ where: { wallet } });
      this.forget(wallet);
      if (row === null) return;
      const link = linkOf(row);
      this.remember(wallet, link);
      this.sort(this.wallets.get(link.owner) ?? []);
    });
  }

  private sort(wallets: Address[]): void {
    const linkedAt = (wallet: Address): number => this.links.get(wallet)?.atMillis ?? 0;
    wallets.sort((one, other) => linkedAt(one) - linkedAt(other) || (one < other ? -1 : 1));
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

function linkOf({ owner, kind, linkedAt }: ClobWalletLink): Link {
  return { owner: address(owner), kind: kindOf(kind), atMillis: Number(linkedAt) };
}

function kindOf(text: string): WalletKind {
  if (text === 'proxy' || text === 'safe' || text === 'deposit') return text;
  throw new RangeError(`${text} is no kind of wallet`);
}
