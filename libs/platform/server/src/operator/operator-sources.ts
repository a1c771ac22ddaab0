import type { DoctorReport, LimitState, OperatorLease } from '@foretell/contracts';

/** The last findings of `ops doctor`, and their time in Unix milliseconds. */
export interface StoredReport {
  readonly at: number;
  readonly report: DoctorReport;
}

/** A service's additions to the figures that every process has. When one rejects, the view reports it as unavailable. */
export interface OperatorSources {
  readonly limits: () => readonly LimitState[];
  /** The last findings of `ops doctor`; null when it has never run. */
  readonly lastReport: () => Promise<StoredReport | null>;
  /** Null in a service without a single writer. */
  readonly lease: () => Promise<OperatorLease | null>;
}
/** Injection token of OperatorSources. */
export const OPERATOR_SOURCES = Symbol('OperatorSources');
