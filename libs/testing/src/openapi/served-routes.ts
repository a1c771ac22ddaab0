/** The parts of Express that show what it serves. */
interface Layer {
  readonly name: string;
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
  /** Mounted everywhere. */
  readonly slash: boolean;
  readonly matchers: readonly ((path: string) => false | { readonly path: string })[];
}
interface Routed {
  readonly router: { readonly stack: readonly Layer[] };
}

/** The routes and middleware of an Express application. */
export interface ServedRoutes {
  /** "GET /markets/:id". */
  readonly routes: readonly string[];
  /** "use /docs": middleware under one of the given paths; "use ? (its name)" when it is under none of them. */
  readonly mounted: readonly string[];
  /** Names of the middleware that receives every request, in order. */
  readonly everywhere: readonly string[];
}

/** Everything in the router of Express, whatever added it. Its own types omit how a layer matches. */
export function servedRoutes(express: object, mountPaths: readonly string[]): ServedRoutes {
  const { stack } = (express as Routed).router;
  const middleware = stack.filter(({ route }) => route === undefined);
  return {
    routes: stack.flatMap(({ route }) => (route === undefined ? [] : methodsOf(route.methods, route.path))),
    mounted: middleware.filter(({ slash }) => !slash).map((layer) => `use ${mountOf(layer, mountPaths)}`),
    everywhere: middleware.filter(({ slash }) => slash).map(({ name }) => name),
  };
}

function methodsOf(methods: Readonly<Record<string, boolean>>, path: string): string[] {
  return Object.keys(methods).map((method) => `${method === '_all' ? 'ALL' : method.toUpperCase()} ${path}`);
}

function mountOf({ matchers, name }: Layer, paths: readonly string[]): string {
  const isMountedAt = (path: string): boolean =>
    matchers.some((match) => {
      const found = match(path);
      return found !== false && found.path === path;
    });
  return paths.find(isMountedAt) ?? `? (${name})`;
}
