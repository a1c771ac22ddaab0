/** A route that a request meets. */
export interface RouteMatch<Handler> {
  readonly handler: Handler;
  /** The pattern, as metrics and document have it. */
  readonly pattern: string;
  readonly params: Readonly<Record<string, string>>;
}

interface PatternRoute<Handler> {
  readonly handler: Handler;
  readonly pattern: string;
  readonly parts: readonly string[];
}

const NO_PARAMS = {};
/** Whole parts of a path are fixed or parameters: what else a pattern may say is Express's to match. */
const SIMPLE = /^(?:\/(?::\w+|[\w.~-]*))+$/;

/**
 * Handlers by method and path. A fixed path goes before a pattern, and of patterns the first added counts. Finds what is
 * written exactly so: another case, a trailing slash or percent-encoding is not found here.
 */
export class RouteMap<Handler> {
  private readonly fixed = new Map<string, RouteMatch<Handler>>();
  /** By method and number of parts. */
  private readonly patterns = new Map<string, PatternRoute<Handler>[]>();

  /** Leaves out a path that is more than fixed parts and parameters. */
  add(method: string, pattern: string, handler: Handler): void {
    if (!SIMPLE.test(pattern)) return;
    if (!pattern.includes(':')) {
      const name = `${method} ${pattern}`;
      if (!this.fixed.has(name)) this.fixed.set(name, { handler, pattern, params: NO_PARAMS });
      return;
    }
    const parts = pattern.split('/');
    const name = `${method} ${parts.length}`;
    const alike = this.patterns.get(name);
    if (alike === undefined) this.patterns.set(name, [{ handler, pattern, parts }]);
    else alike.push({ handler, pattern, parts });
  }

  find(method: string, path: string): RouteMatch<Handler> | null {
    const fixed = this.fixed.get(`${method} ${path}`);
    if (fixed !== undefined) return fixed;
    if (path.includes('%')) return null;
    const parts = path.split('/');
    for (const route of this.patterns.get(`${method} ${parts.length}`) ?? []) {
      const params = paramsOf(route.parts, parts);
      if (params !== null) return { handler: route.handler, pattern: route.pattern, params };
    }
    return null;
  }
}

/** Null for a path of another form; a parameter is never empty. Both have as many parts. */
function paramsOf(pattern: readonly string[], parts: readonly string[]): Readonly<Record<string, string>> | null {
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (wanted.startsWith(':') && part !== '') params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}
