import { readHouse } from './house';

/** What runs in a surface: no tests, no benches, no other program. */
const SURFACE = /^(apps\/(clob|gamma|data)|libs\/(platform|domain|contracts|crypto)\/?\w*)\/src\/.*\.ts$/;
const ASIDE = /\.(spec|bench)\.ts$|\/(testing|bench|simulation)\//;
const OUTBOUND = [
  /\bfetch\(/,
  /\bimport (?!type)[^;]*\b(request|get|ClientRequest)\b[^;]*from 'node:https?'/,
  /from '(node:http2|undici|axios|got|node-fetch|@foretell\/client)'/,
  /\bnew WebSocket\(/,
];
/** Traces go where the site's own configuration says, and nowhere that a caller names. */
const TRACES = /exporter-trace-otlp-http/;

/** Whoever can make a server fetch an address of his choice reaches what only the server can. */
describe('no surface fetches anything by HTTP', () => {
  const code = readHouse().code.filter(({ path }) => SURFACE.test(path) && !ASIDE.test(path));

  it('that a caller or a catalog could name', () => {
    const found = code.flatMap(({ path, text }) => OUTBOUND.filter((pattern) => pattern.test(text)).map(() => path));
    expect(code.length).toBeGreaterThan(300);
    expect(found).toEqual([]);
  });

  it('but its traces', () => {
    const found = code.filter(({ text }) => TRACES.test(text)).map(({ path }) => path);
    expect(found).toEqual(['libs/platform/server/src/tracing/open-telemetry.ts']);
  });

  it.each([
    'await fetch(url)',
    "import { request } from 'node:http';",
    "import { get } from 'node:https';",
    "import axios from 'axios';",
    'new WebSocket(url)',
  ])('%s would be found', (line) => {
    expect(OUTBOUND.some((pattern) => pattern.test(line))).toBe(true);
  });
});
