import { Inject, Injectable } from '@nestjs/common';
import { PrismaService, type ClobPendingCredit } from '@foretell/platform-prisma';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address, type Address } from '@foretell/signing';
import { usdcMicros, type UsdcMicros } from '@foretell/units';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';

/** A credit or a debit of USDC. */
export interface Movement {
  /** Names one movement permanently. */
  readonly reference: string;
  readonly wallet: Address;
  readonly amountMicros: UsdcMicros;
}

export interface PendingCredit extends Movement {
  readonly askedBy: string;
  readonly askedAt: number;
  /** Null while it waits. */
  readonly decision: { readonly by: string; readonly isApproved: boolean } | null;
}

const LISTED_MAX = 500;
const UNDECIDED = { approvedBy: null, declinedBy: null };

/**
 * Credits that need a second operator. Decided ones stay stored, so that an interrupted approval can be repeated and a declined
 * reference never moves money.
 */
@Injectable()
export class PendingCredits {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly prisma: PrismaService,
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
  ) {}

  /**
   * What a credit that has not moved waits for: another operator's decision, or nothing. One that was asked for needs it,
   * whatever the bound is now. @returns the credit stored under the reference, which may be another; null for nothing
   */
  neededFor(credit: Movement, actor: string): Promise<PendingCredit | null> {
    const bound = this.config.creditApprovalAboveMicros;
    return bound !== null && credit.amountMicros > bound ? this.ask(credit, actor) : this.of(credit.reference);
  }

  /** Stores a credit, unless its reference is known. @returns the credit of the reference */
  private async ask({ reference, wallet, amountMicros }: Movement, actor: string): Promise<PendingCredit> {
    const row = { reference, wallet, amountMicros: BigInt(amountMicros), askedBy: actor, askedAt: BigInt(this.clock()) };
    await this.prisma.clobPendingCredit.createMany({ data: [row], skipDuplicates: true });
    const stored = await this.of(reference);
    if (stored === null) throw new Error(`the pending credit ${reference} was not stored`);
    return stored;
  }

  async of(reference: string): Promise<PendingCredit | null> {
    const row = await this.prisma.clobPendingCredit.findUnique({ where: { reference } });
    return row === null ? null : creditOf(row);
  }

  /** Oldest first. */
  async waiting(): Promise<readonly PendingCredit[]> {
    const orderBy = [{ askedAt: 'asc' as const }, { reference: 'asc' as const }];
    const rows = await this.prisma.clobPendingCredit.findMany({ where: UNDECIDED, orderBy, take: LISTED_MAX });
    return rows.map(creditOf);
  }

  /** After an approved movement was refused: it waits again. */
  async reopen(reference: string): Promise<void> {
    await this.prisma.clobPendingCredit.updateMany({
      where: { reference, declinedBy: null },
      data: { approvedBy: null, approvedAt: null },
    });
  }

  /** Stores the first decision. @returns the credit with its decision; null for an unknown reference */
  async decide(reference: string, actor: string, isApproved: boolean): Promise<PendingCredit | null> {
    const at = BigInt(this.clock());
    const data = isApproved ? { approvedBy: actor, approvedAt: at } : { declinedBy: actor, declinedAt: at };
    await this.prisma.clobPendingCredit.updateMany({ where: { reference, ...UNDECIDED }, data });
    return this.of(reference);
  }
}

function creditOf(row: ClobPendingCredit): PendingCredit {
  const { reference, wallet, amountMicros, askedBy, askedAt, approvedBy, declinedBy } = row;
  const by = approvedBy ?? declinedBy;
  return {
    reference,
    wallet: address(wallet),
    amountMicros: usdcMicros(Number(amountMicros)),
    askedBy,
    askedAt: Number(askedAt),
    decision: by === null ? null : { by, isApproved: approvedBy !== null },
  };
}
