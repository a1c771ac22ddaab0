import type { DoctorReport, ServiceName } from '@foretell/contracts';

/** A service's response to the doctor, or why there is none. */
export interface Finding {
  readonly surface: ServiceName;
  readonly report: DoctorReport | null;
  readonly silence: string | null;
}
