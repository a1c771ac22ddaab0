import type { PrismaService } from '@foretell/platform-prisma';
import type { ServiceName } from '@foretell/contracts';

type Named = Readonly<Record<'name', string>>;
type Change = Readonly<Record<'count' | 'changedAt', number>>;

/** The common part of the three services' models. */
interface LimitTable {
  findMany(args: { readonly select: { name: true; count: true } }): PromiseLike<readonly { name: string; count: bigint }[]>;
  deleteMany(args: { readonly where: Named }): PromiseLike<unknown>;
  upsert(args: { readonly where: Named; readonly create: Named & Change; readonly update: Change }): PromiseLike<unknown>;
}

/** Counts that an operator set, by limit. They outlive the process, in the service's own schema. */
export class LimitStore {
  private readonly table: LimitTable;

  constructor(prisma: PrismaService, service: ServiceName) {
    this.table = { clob: prisma.clobLimit, gamma: prisma.gammaLimit, data: prisma.dataLimit }[service];
  }

  async all(): Promise<ReadonlyMap<string, number>> {
    const rows = await this.table.findMany({ select: { name: true, count: true } });
    return new Map(rows.map(({ name, count }) => [name, Number(count)]));
  }

  /** Null restores the default limit. */
  async set(name: string, count: number | null, changedAt: number): Promise<void> {
    if (count === null) await this.table.deleteMany({ where: { name } });
    else await this.table.upsert({ where: { name }, create: { name, count, changedAt }, update: { count, changedAt } });
  }
}
