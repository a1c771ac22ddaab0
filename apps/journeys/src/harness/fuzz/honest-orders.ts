import type { ApiKeyCredentials } from '@foretell/contracts';
import type { OpenMarket } from '../reads';

/** Whose orders are timed, and where they go. */
export interface HonestTask {
  readonly url: string;
  readonly privateKey: string;
  readonly key: ApiKeyCredentials;
  readonly market: OpenMarket;
}

/** How honest orders fared, one after the other, in milliseconds of those that were taken. */
export interface Probed {
  readonly p50: number;
  readonly p99: number;
  /** p99 of how late the timers of whoever timed them were: what is not the surface's. */
  readonly lateP99: number;
  /** Not taken because too much work waited: none unless the surface sheds. */
  readonly shedOrders: number;
}

/** What the process says at its end. */
export type HonestEnd = { readonly probed: Probed } | { readonly fault: string };
