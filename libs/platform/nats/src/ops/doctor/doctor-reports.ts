import { Logger } from '@nestjs/common';
import type { DoctorReport, ServiceName } from '@foretell/contracts';
import type { Clock, StoredReport } from '@foretell/platform-server';
import type { PrismaService } from '@foretell/platform-prisma';

const id = 1;

interface Stored {
  readonly at: number;
  readonly report: object;
}

/** The common part of the three services' models. */
interface ReportTable {
  upsert(args: {
    readonly where: { readonly id: number };
    readonly create: { readonly id: number } & Stored;
    readonly update: Stored;
  }): PromiseLike<unknown>;
  findUnique(args: {
    readonly where: { readonly id: number };
  }): PromiseLike<{ readonly at: bigint; readonly report: unknown } | null>;
}

/** The last report of `ops doctor`, in the service's own schema, so that every replica of the operator's view shows it. */
export class DoctorReports {
  private readonly logger = new Logger(DoctorReports.name);

  private readonly table: ReportTable;

  constructor(
    prisma: PrismaService,
    service: ServiceName,
    private readonly clock: Clock,
  ) {
    this.table = { clob: prisma.clobDoctorReport, gamma: prisma.gammaDoctorReport, data: prisma.dataDoctorReport }[service];
  }

  /** Stores and returns the report. Returns it even when it cannot be stored. */
  async keep(report: DoctorReport): Promise<DoctorReport> {
    try {
      const stored = { at: this.clock(), report };
      await this.table.upsert({ where: { id }, create: { id, ...stored }, update: stored });
    } catch (cause) {
      this.logger.warn({ msg: 'the doctor’s report could not be stored for the operator’s view', err: cause });
    }
    return report;
  }

  /** Null when the doctor has never run. */
  async last(): Promise<StoredReport | null> {
    const row = await this.table.findUnique({ where: { id } });
    return row === null ? null : { at: Number(row.at), report: reportOf(row.report) };
  }
}

/** Only `keep` writes the column. */
function reportOf(stored: unknown): DoctorReport {
  return stored as DoctorReport;
}
