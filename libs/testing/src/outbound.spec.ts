import { readSourceFiles } from './source-files';

/** The files that run in a service: no tests, benches or other programs. */
const SURFACE = /^(apps\/(clob|gamma|data)|libs\/(platform|domain|contracts|crypto)\/?\w*)\/src\/.*\.ts$/;
const ASIDE = /\.(spec|bench)\.ts$|\/(testing|bench|simulation)\//;
const OUTBOUND = [
  /\bfetch\(/,
  /\bimport (?!type)[^;]*\b(request|get|ClientRequest)\b[^;]*from 'node:https?'/,
  /from '(node:http2|undici|axios|got|node-fetch|@foretell\/client)'/,
  /\bnew WebSocket\(/,
];
/** Traces go to the address in the site's configuration, never to one from a request. */
const TRACES = /exporter-trace-otlp-http/;

/** A caller who can make a server fetch a chosen address reaches what only the server can reach. */
describe('no service fetches anything by HTTP', () => {
  const code = readSourceFiles().code.filter(({ path }) => SURFACE.test(path) && !ASIDE.test(path));

  it('that a caller or a catalog could name', () => {
    const found = code.flatMap(({ path, text }) => OUTBOUND.filter((pattern) => pattern.test(text)).map(() => path));
    expect(code.length).toBeGreaterThan(300);
    expect(found).toEqual([]);
  });

  it('except its traces', () => {
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
