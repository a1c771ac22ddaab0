import { Inject, Injectable, Logger } from '@nestjs/common';
import { PrismaService, VITAL_POOL, type ChangeListener, type Pool } from '@foretell/platform-prisma';
import { OneAtATime } from '@foretell/platform-server';
import { address as addressOf, type Address } from '@foretell/signing';
import { WalletLinks } from '../ledger/wallet-links';
import { AccessNotices } from '../notices/access-notices';
import { banOf, BANS, type BanRow } from './bans.query';

const LISTED_MAX = 500;

/** Forbids everything, or only opening and enlarging positions. */
export type BanMode = 'full' | 'closed-only';

export interface Ban {
  /** The banned address: the wallet itself, or the key that owns it. */
  readonly address: Address;
  readonly mode: BanMode;
}

/**
 * The addresses that an operator has banned, cached in memory, so that the writer checks every command without waiting. The
 * writer's process sets a ban, effective there immediately; other processes are notified. Source: docs/decisions/bans.md.
 */
@Injectable()
export class Bans implements ChangeListener {
  private readonly logger = new Logger(Bans.name);
  private bans = new Map<string, BanMode>();
  /** Reads are sequential, so that the last one is the newest. */
  private readonly reading = new OneAtATime();

  constructor(
    @Inject(VITAL_POOL) private readonly pool: Pool,
    private readonly prisma: PrismaService,
    private readonly notices: AccessNotices,
    private readonly links: WalletLinks,
  ) {
    notices.listen('bans', this);
  }

  /** The ban of a wallet, its own or its owner's: the full one where both are banned. */
  of(wallet: string): Ban | null {
    if (this.bans.size === 0) return null;
    const own = addressOf(wallet);
    const owner = this.links.ownerOf(own)?.owner;
    const bans = [own, ...(owner === undefined ? [] : [owner])].flatMap((address) => {
      const mode = this.bans.get(address);
      return mode === undefined ? [] : [{ address, mode }];
    });
    return bans.find(({ mode }) => mode === 'full') ?? bans[0] ?? null;
  }

  /** Every banned address. */
  all(): readonly Address[] {
    return [...this.bans.keys()].map(addressOf);
  }

  /** The stored bans, newest first; for a wallet, its own and its owner's. */
  async list(wallet?: Address): Promise<readonly (Ban & { readonly since: number })[]> {
    const where = wallet === undefined ? {} : { address: { in: [wallet, this.links.ownerOf(wallet)?.owner ?? wallet] } };
    const orderBy = [{ bannedAt: 'desc' as const }, { address: 'asc' as const }];
    const rows = await this.prisma.clobBan.findMany({ where, orderBy, take: LISTED_MAX });
    return rows.map((row) => ({ address: addressOf(row.address), mode: modeOf(row), since: Number(row.bannedAt) }));
  }

  /** Until it resolves, a ban set by another process may be missing here. Free while notifications arrive. */
  async current(): Promise<void> {
    if (!this.notices.isCurrent()) await this.reload();
  }

  /** Stores the ban; it is effective in this process when this resolves. */
  async set(address: Address, mode: BanMode | 'lift', atMillis: number): Promise<void> {
    if (mode === 'lift') await this.prisma.clobBan.deleteMany({ where: { address } });
    else {
      const ban = { closedOnly: mode === 'closed-only', bannedAt: atMillis };
      await this.prisma.clobBan.upsert({ where: { address }, create: { address, ...ban }, update: ban });
    }
    await this.readAgain(address);
  }

  reload(): Promise<void> {
    return this.reading.run(async () => {
      const { rows } = await this.pool.query<BanRow>({ ...BANS });
      this.bans = new Map(rows.map((row) => [row.address, modeOf(row)]));
    });
  }

  changed(address: string): void {
    this.readAgain(address).catch((cause: unknown) =>
      this.logger.error({ msg: 'a changed ban could not be read', address, err: cause }),
    );
  }

  private readAgain(address: string): Promise<void> {
    return this.reading.run(async () => {
      const row = await banOf(this.pool, address);
      if (row === undefined) this.bans.delete(address);
      else this.bans.set(address, modeOf(row));
    });
  }
}

function modeOf({ closedOnly }: BanRow): BanMode {
  return closedOnly ? 'closed-only' : 'full';
}
