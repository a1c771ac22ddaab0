import { holdNewest, turnOf } from '@foretell/platform-server';
import type { IncomingMessage } from 'node:http';
import type { Admission, Limiter } from './limiter';

/** A list that was refused because it named more than was left to its caller. */
interface Refused {
  readonly count: number;
  readonly bytes: number;
}

/** Header names that name an API key, whichever prefix they have. */
const KEY_HEADER = '_api_key';
/** Of the bytes of a refused list: a list of so many has about as many ids, and one that is well below it may fit. */
const ALIKE = 0.75;
const CALLERS_MAX = 50_000;

/**
 * Refuses lists of callers without budget before their bodies are read. What a request says of its key is not proved then, so a
 * caller is refused here only after the key was proved, and refused, from the same network: nobody learns of another's budget.
 * Source: decisions, Limits.
 */
export class SpentIds {
  private readonly refused = new Map<string, Refused>();

  constructor(
    private readonly limiter: Limiter,
    private readonly callersMax = CALLERS_MAX,
  ) {}

  /** The proved caller was refused a list of `count` ids. */
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

/** Of a body whose length is not told: more than any. */
function bytesOf({ headers }: IncomingMessage): number {
  return Number(headers['content-length'] ?? Infinity);
}
