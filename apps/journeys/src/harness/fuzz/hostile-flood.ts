import type { ApiKeyCredentials } from '@foretell/contracts';
import type { FuzzSurface, FuzzWorld } from './fuzz-requests';

/** Somebody with an API key who wishes the surface no good. */
export interface Attacker {
  readonly privateKey: string;
  readonly key: ApiKeyCredentials;
}

/** What hostile callers send, and where to. */
export interface FloodTask {
  readonly surface: FuzzSurface;
  readonly url: string;
  /** Where keys are used, whatever the surface. */
  readonly clobUrl: string;
  readonly requests: number;
  readonly seed: number;
  readonly world: FuzzWorld;
  readonly attackers: readonly Attacker[];
}

/** What a surface did with what it was sent. */
export interface Flooded {
  readonly byStatus: Readonly<Record<number, number>>;
  /** Operations of which not one request was answered with a success: what lies behind their first look-up was not tried. */
  readonly unreached: readonly string[];
  /** Operations whose slowest answer took longest, in milliseconds. */
  readonly slowest: readonly (readonly [operation: string, millis: number])[];
  /** Which request of the seed, and what came back. */
  readonly faults: readonly string[];
}

/** What the process says: that a tenth is sent, that a key of an attacker is gone, and at its end. */
export type FloodWord =
  | { readonly type: 'warm' }
  | { readonly type: 'attackerWanted' }
  | { readonly type: 'ended'; readonly flooded: Flooded }
  | { readonly type: 'failed'; readonly fault: string };

/** The answer to a wish for another attacker; null when there were too many of late. */
export interface AnotherAttacker {
  readonly attacker: Attacker | null;
}
