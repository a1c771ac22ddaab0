/** The route of a request. */
export interface RouteMatch<Handler> {
  readonly handler: Handler;
  /** The pattern, as metrics and the document show it. */
  readonly pattern: string;
  readonly params: Readonly<Record<string, string>>;
}

interface PatternRoute<Handler> {
  readonly handler: Handler;
  readonly pattern: string;
  readonly parts: readonly string[];
}

const NO_PARAMS = {};
/** Each part of a path is fixed or a parameter; Express matches all other patterns. */
const SIMPLE = /^(?:\/(?::\w+|[\w.~-]*))+$/;

/**
 * Handlers by method and path. A fixed path takes precedence over a pattern; of several patterns the first added applies.
 * Finds exact spellings only: no other case, trailing slash or percent-encoding.
 */
export class RouteMap<Handler> {
  private readonly fixed = new Map<string, RouteMatch<Handler>>();
  /** By method and number of parts. */
  private readonly patterns = new Map<string, PatternRoute<Handler>[]>();

  /** Ignores a path with other than fixed parts and parameters. */
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

/** Null when the path does not match; a parameter is never empty. Both have the same number of parts. */
function paramsOf(pattern: readonly string[], parts: readonly string[]): Readonly<Record<string, string>> | null {
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    if (wanted.startsWith(':') && part !== '') params[wanted.slice(1)] = part;
    else if (wanted !== part) return null;
  }
  return params;
}
