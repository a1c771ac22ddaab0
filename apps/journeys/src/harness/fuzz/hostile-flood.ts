import type { ApiKeyCredentials } from '@foretell/contracts';
import type { FuzzService, FuzzWorld } from './fuzz-requests';

/** A hostile caller with an API key. */
export interface Attacker {
  readonly privateKey: string;
  readonly key: ApiKeyCredentials;
}

/** Requests of hostile callers, and their address. */
export interface FloodTask {
  readonly service: FuzzService;
  readonly url: string;
  /** The service at which keys are used, whatever the service under test. */
  readonly clobUrl: string;
  readonly requests: number;
  readonly seed: number;
  readonly world: FuzzWorld;
  readonly attackers: readonly Attacker[];
}

/** How a service handled the requests. */
export interface Flooded {
  readonly byStatus: Readonly<Record<number, number>>;
  /** Operations without a single success: their code after the first lookup was not tested. */
  readonly unreached: readonly string[];
  /** Operations with the slowest responses, in milliseconds. */
  readonly slowest: readonly (readonly [operation: string, millis: number])[];
  /** The request's number within the seed, and its response. */
  readonly faults: readonly string[];
}

/** Messages of the process: a tenth is sent, an attacker's key is revoked, and the final report. */
export type FloodWord =
  | { readonly type: 'warm' }
  | { readonly type: 'attackerWanted' }
  | { readonly type: 'ended'; readonly flooded: Flooded }
  | { readonly type: 'failed'; readonly fault: string };

/** The response to a request for another attacker; null when too many were created recently. */
export interface AnotherAttacker {
  readonly attacker: Attacker | null;
}
