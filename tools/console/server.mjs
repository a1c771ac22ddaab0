import { createServer } from 'node:http';
import { boundByAddress } from './address-bound.mjs';
import { DOCS } from './docs-files.mjs';

/** Slower requests are not served; files are small and responses short. */
const BOUNDS = { headersTimeout: 10_000, requestTimeout: 15_000, keepAliveTimeout: 65_000, maxHeaderSize: 16 * 1024 };
const CONNECTIONS_MAX = 5_000;
const HEALTH = new Set(['/healthz', '/readyz']);

/**
 * Serves a site's files, and the documentation at /docs.
 * @param files as returned by readSiteFiles; site: the services' addresses for browsers; pictures: origins of events' pictures;
 *   docs: as returned by readDocsFiles; shares: a SharePages
 */
export function createConsoleServer(files, { site, pictures, docs, shares }) {
  const guarding = guardHeaders(policyOf(site, pictures));
  const guardingDocs = guardHeaders({ ...policyOf(site, []), ...docsPolicy(docs?.scripts ?? []) });
  const server = createServer(BOUNDS, (request, response) => {
    const path = (request.url ?? '/').split(/[?#]/, 1)[0];
    const isDocs = path === DOCS || path.startsWith(`${DOCS}/`);
    for (const [name, value] of isDocs ? guardingDocs : guarding) response.setHeader(name, value);
    if (isDocs) answerDocs(docs, path, request, response);
    else void answer(files, shares, path, request, response);
  });
  server.maxConnections = CONNECTIONS_MAX;
  boundByAddress(server);
  return server;
}

function answerDocs(docs, path, request, response) {
  if (docs === undefined) return say(response, 404, 'the documentation was not built: npm run docs');
  if (isRefused(request, response)) return undefined;
  const file = docs.files.get(path);
  if (file !== undefined) return send(file, request, response);
  response.statusCode = 404;
  return send(docs.files.get(`${DOCS}/404.html`) ?? docs.files.get(DOCS), request, response);
}

async function answer(files, shares, path, request, response) {
  if (isRefused(request, response)) return undefined;
  if (HEALTH.has(path)) return say(response, 200, 'ok');
  const shared = await shares.of(path);
  if (shared !== undefined) {
    response.statusCode = shared.status;
    return send(shared.file, request, response);
  }
  const file = files.get(path) ?? pageAt(files, path);
  if (file === undefined) return say(response, 404, 'not found');
  return send(file, request, response);
}

/** Responds to a method other than GET and HEAD. */
function isRefused(request, response) {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  response.setHeader('Allow', 'GET, HEAD');
  say(response, 405, 'only GET and HEAD');
  return true;
}

/** Every address of the console is its one page, which reads the address; only paths below /assets/ are files or 404. */
function pageAt(files, path) {
  return path.startsWith('/assets/') ? undefined : files.get('/index.html');
}

function send({ type, cache, etag, bodies }, request, response) {
  response.setHeader('Cache-Control', cache);
  response.setHeader('ETag', etag);
  response.setHeader('Vary', 'Accept-Encoding');
  if (response.statusCode === 200 && isKnown(request.headers['if-none-match'], etag)) {
    response.statusCode = 304;
    return response.end();
  }
  const encoding = accepted(request.headers['accept-encoding'] ?? '', bodies);
  const body = bodies[encoding];
  response.setHeader('Content-Type', type);
  response.setHeader('Content-Length', body.length);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(request.method === 'HEAD' ? undefined : body);
}

function say(response, status, text) {
  response.statusCode = status;
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Type', 'text/plain; charset=utf-8');
  response.end(`${text}\n`);
}

/** A proxy that compresses makes a validator weak; it is the same file. */
function isKnown(header, etag) {
  return header !== undefined && header.split(',').some((each) => [etag, '*'].includes(each.trim().replace(/^W\//, '')));
}

/** The smallest encoding that the client accepts: brotli, gzip, or identity. */
function accepted(header, bodies) {
  const taken = new Map(
    header.split(',').map((each) => {
      const [name = '', ...parameters] = each
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/);
      return [name, parameters.every((parameter) => !/^q=0(\.0*)?$/.test(parameter))];
    }),
  );
  return ['br', 'gzip'].find((name) => bodies[name] !== undefined && (taken.get(name) ?? taken.get('*') === true)) ?? 'identity';
}

/**
 * Scripts and styles come from the site only, images from the site and the allowed origins. Pages connect only to the site and
 * the services, and may not be framed.
 */
function policyOf(site, pictures) {
  const origins = [...new Set(Object.values(site).map((address) => new URL(address).origin))];
  const streams = origins.map((origin) => origin.replace(/^http/, 'ws'));
  return {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': ["'self'", 'data:', ...pictures].join(' '),
    'font-src': "'self'",
    'connect-src': ["'self'", ...origins, ...streams].join(' '),
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
  };
}

/** The search is WebAssembly in a worker, code is coloured by style attributes, inline scripts are allowed by their digests. */
function docsPolicy(scripts) {
  return {
    'script-src': ["'self'", "'wasm-unsafe-eval'", ...scripts.map((digest) => `'sha256-${digest}'`)].join(' '),
    'style-src': "'self' 'unsafe-inline'",
    'font-src': "'self' data:",
    'worker-src': "'self' blob:",
  };
}

function guardHeaders(policy) {
  return Object.entries({
    'Content-Security-Policy': Object.entries(policy)
      .map((directive) => directive.join(' '))
      .join('; '),
    'X-Content-Type-Options': 'nosniff',
    'X-Frame-Options': 'DENY',
    'Referrer-Policy': 'no-referrer',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Permissions-Policy': 'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
  });
}
