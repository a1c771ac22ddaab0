import type { ApiKeyCredentials } from '@foretell/contracts';
import type { OpenMarket } from '../reads';

/** The trader whose orders are timed, and their address. */
export interface HonestTask {
  readonly url: string;
  readonly privateKey: string;
  readonly key: ApiKeyCredentials;
  readonly market: OpenMarket;
}

/** Results of honest orders placed one after the other, with the milliseconds of accepted ones. */
export interface Probed {
  readonly p50: number;
  readonly p99: number;
  /** p99 of the measuring process's own timer delay, which is not the service's. */
  readonly lateP99: number;
  /** Orders shed because of overload; zero unless the service sheds load. */
  readonly shedOrders: number;
}

/** The report of the process at its end. */
export type HonestEnd = { readonly probed: Probed } | { readonly fault: string };
