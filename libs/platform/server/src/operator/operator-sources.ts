import type { DoctorReport, LimitState, OperatorLease } from '@foretell/contracts';

/** What ops doctor found, and when, in Unix milliseconds. */
export interface KeptReport {
  readonly at: number;
  readonly report: DoctorReport;
}

/** What a surface adds to what every process knows of itself. Where one rejects, the view says that it could not be looked up. */
export interface OperatorSources {
  readonly limits: () => readonly LimitState[];
  /** What ops doctor found last; null when it was never asked for. */
  readonly lastReport: () => Promise<KeptReport | null>;
  /** Null where nobody writes alone. */
  readonly lease: () => Promise<OperatorLease | null>;
}
/** Injects the OperatorSources. */
export const OPERATOR_SOURCES = Symbol('OperatorSources');
