import { holdNewest, turnOf } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';
import type { Admission, Limiter } from './limiter';

/** A list that was refused because it exceeded its caller's budget. */
interface Refused {
  readonly count: number;
  readonly bytes: number;
}

/** Suffix of the headers that name an API key, after any prefix. */
const KEY_HEADER = '_api_key';
/** Fraction of a refused list's bytes: a list of similar size has about as many ids; a well smaller one may fit. */
const ALIKE = 0.75;
const CALLERS_MAX = 50_000;

/**
 * Refuses lists of callers without budget before their bodies are read. The key in such a request is not authenticated yet. So
 * a caller is refused here only after the same key was authenticated, and refused, from the same network; other callers cannot
 * probe a key's budget. Source: interface, Limits.
 */
export class ExhaustedIdBudgets {
  private readonly refused = new Map<string, Refused>();

  constructor(
    private readonly limiter: Limiter,
    private readonly callersMax = CALLERS_MAX,
  ) {}

  /** Records that an authenticated caller was refused a list of `count` ids. */
  note(request: IncomingMessage, network: string, apiKey: string, count: number): void {
    const name = nameOf(network, apiKey);
    const known = this.refused.get(name);
    if (known !== undefined && known.count <= count) return;
    holdNewest(this.refused, name, { count, bytes: bytesOf(request) }, this.callersMax);
  }

  /** The refusal of a list by its headers alone; null for one that has to be read. */
  refusal(request: IncomingMessage, network: string): Admission | null {
    if (this.refused.size === 0) return null;
    for (const [header, apiKey] of Object.entries(request.headers)) {
      if (!header.endsWith(KEY_HEADER) || typeof apiKey !== 'string') continue;
      const refusal = this.refusalOf(request, network, apiKey.toLowerCase());
      if (refusal !== null) return refusal;
    }
    return null;
  }

  private refusalOf(request: IncomingMessage, network: string, apiKey: string): Admission | null {
    const name = nameOf(network, apiKey);
    const known = this.refused.get(name);
    if (known === undefined) return null;
    const again = this.limiter.refusesOther('ids', apiKey, known.count);
    if (again === null) {
      this.refused.delete(name);
      return null;
    }
    return bytesOf(request) >= ALIKE * known.bytes ? again : this.limiter.refusesOther('ids', apiKey, 1);
  }
}

function nameOf(network: string, apiKey: string): string {
  return `${turnOf(network)} ${apiKey}`;
}

/** A body of undeclared length counts as larger than any. */
function bytesOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? Infinity);
}
