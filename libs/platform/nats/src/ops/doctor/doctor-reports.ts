import { Logger } from '@nestjs/common';
import type { DoctorReport, SurfaceName } from '@foretell/contracts';
import type { Clock } from '@foretell/platform-server';
import type { Pool } from '@foretell/platform-prisma';

const TABLES: Readonly<Record<SurfaceName, string>> = {
  clob: 'clob.doctor_reports',
  gamma: 'gamma.doctor_reports',
  data: 'data.doctor_reports',
};

/** A report and its time, in Unix milliseconds. */
interface KeptReport {
  readonly at: number;
  readonly report: DoctorReport;
}

/** The last report of `ops doctor`, in the service's own schema, so that every replica of the operator's view shows it. */
export class DoctorReports {
  private readonly logger = new Logger(DoctorReports.name);

  constructor(
    private readonly pool: Pool,
    private readonly surface: SurfaceName,
    private readonly clock: Clock,
  ) {}

  /** Stores and returns the report. Returns it even when it cannot be stored. */
  async keep(report: DoctorReport): Promise<DoctorReport> {
    try {
      await this.pool.query(
        `INSERT INTO ${TABLES[this.surface]} (id, at, report) VALUES (1, $1, $2)
         ON CONFLICT (id) DO UPDATE SET at = excluded.at, report = excluded.report`,
        [this.clock(), JSON.stringify(report)],
      );
    } catch (cause) {
      this.logger.warn({ msg: 'what the doctor found could not be kept for the operator’s view', err: cause });
    }
    return report;
  }

  /** Null when the doctor has never run. */
  async last(): Promise<KeptReport | null> {
    const { rows } = await this.pool.query<KeptReport>(`SELECT at, report FROM ${TABLES[this.surface]} WHERE id = 1`);
    return rows[0] ?? null;
  }
}
