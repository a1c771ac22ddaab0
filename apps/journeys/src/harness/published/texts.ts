import { publishedStatements, type Statement } from '@foretell/testing';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fieldsOf, listOf, type Fields } from '../reads';
import { ROOT } from '../repository';
import { isOfType } from './shapes';
import type { PublishedSite } from './site';

type Faults = Promise<readonly string[]>;
type Check = (site: PublishedSite, statement: Statement) => Faults;

/** Checks of statements other than fields, routes and parameters: by section, then by the beginning of their text. */
const CHECKS: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  'Prediction Market Service Interface': { 'This document': introduces, 'Base addresses': introduces },
  'What the service does': { 'The service': introduces, '- ': introduces },
  'Catalog event': { 'Returned by': byOtherRows, 'When an event is embedded': onlyNamed },
  'Catalog tag': { 'A tag in search results': ofSearch },
  'Trading-surface market record': { 'Returned by': byOtherRows, '- GET': byOtherRows },
  'Order placement item (request of POST /orders; the body is an array of these)': {
    'Fields of order': async (site, { text }) => faultsOf(text, [fieldsOf(site.order()['order'])]),
  },
  'Holders item (GET /holders)': { Array: ofHolders },
  'Leaderboard entry (GET /v1/leaderboard)': {
    'rank (string)': async (site, { text }) => faultsOf(text, await site.list('data', '/v1/leaderboard?timePeriod=ALL')),
  },
  'Search result (GET /public-search)': { Object: ofSearch },
  'Paginated envelope (cursor lists)': { '{data': byOtherRows },
  'States and transitions': { '- ': byOtherRows },
  Endpoints: { '- Offset': byOtherRows, '- Cursor': ofCursors, '- For GET /data/orders': ofLastPages },
  'Trading surface ({clob_url})': {
    '2. In GET /data/trades': strictlyBetween('/data/trades'),
    '3.': strictlyBetween('/builder/trades'),
  },
  Authentication: {
    SERVICE_: ofHeader,
    'Values are': introduces,
    '5. Catalog endpoints': byOtherRows,
    '6. On the data': elsewhere('apps/data/src/service.db.spec.ts', 'ip_not_allowlisted'),
  },
  Events: { 'Events: not shown': introduces },
  Errors: {
    Catalog: ofCatalogErrors,
    'Data (activity': ofDataErrors(['/activity?user=0x1&what=1', '/holders?market=0x1&what=1']),
    'Data (leaderboard)': ofDataErrors(['/v1/leaderboard?what=1']),
    Trading: async (site) =>
      shapeOf(await site.ask({ service: 'clob', method: 'POST', path: '/midpoints', body: {} }), 'error string'),
    '1. Per-order': ofItemFailure,
    '2. DELETE': ofNotCanceled,
  },
  Limits: {
    '': elsewhere('apps/clob/src/limits/limit-table.spec.ts', 'publishedLimits'),
    'GET /events': elsewhere('apps/gamma/src/limits/limit-table.spec.ts', 'publishedLimits'),
    'Parameter bounds': byOtherRows,
    'The values are': introduces,
  },
  Versioning: { '- Paths carry no version': withoutVersion, '- ': introduces },
};

/** The check of a statement; null without one. The longest matching beginning is used. */
export function checkOfText(statement: Statement): ((site: PublishedSite) => Faults) | null {
  const found = Object.entries(CHECKS[statement.section] ?? {})
    .filter(([beginning]) => statement.text.startsWith(beginning))
    .sort(([one], [other]) => other.length - one.length)[0];
  return found === undefined ? null : (site) => found[1](site, statement);
}

/** For a statement that promises nothing testable. */
function introduces(): Faults {
  return Promise.resolve([]);
}

/** For a summary of table rows, each of which is checked. */
function byOtherRows(): Faults {
  return Promise.resolve([]);
}

/** For a statement that another spec checks; the spec must contain these words. */
function elsewhere(file: string, words: string): Check {
  const path = join(ROOT, file);
  const isThere = (): boolean => existsSync(path) && readFileSync(path, 'utf8').includes(words);
  return () => Promise.resolve(isThere() ? [] : [`${file} does not contain ${words}`]);
}

/** Checks that every record has the fields "name (type)" and "name (type, description)". */
function faultsOf(text: string, records: readonly Fields[]): readonly string[] {
  const named = [...text.matchAll(/(\w+) \((string|integer|number|boolean|nullable|array)\b/g)];
  const faults = records.flatMap((record) =>
    named.flatMap(([, name = '', type = '']) =>
      name in record && isOfType(record[name], type) ? [] : [`${name} is ${JSON.stringify(record[name])}, not ${type}`],
    ),
  );
  return named.length === 0 || records.length === 0 ? ['there is nothing to compare'] : [...new Set(faults)];
}

async function onlyNamed(site: PublishedSite): Faults {
  const events = (await site.list('gamma', '/markets?limit=100')).flatMap(({ events: own }) => listOf(own));
  const others = events.flatMap((event) =>
    Object.keys(event).filter((name) => !['id', 'ticker', 'slug', 'title'].includes(name)),
  );
  return events.length === 0 ? ['no market has an event'] : others.map((name) => `${name} is present, too`);
}

async function ofSearch(site: PublishedSite, { section, text }: Statement): Faults {
  const { events, tags, pagination } = await site.read('gamma', '/public-search?q=election');
  if (section === 'Catalog tag') return faultsOf(text, listOf(tags));
  const minimal = faultsOf('id (string), ticker (string), slug (string), title (string)', listOf(events));
  return [...minimal, ...faultsOf('hasMore (boolean), totalResults (integer)', [fieldsOf(pagination)])];
}

async function ofHolders(site: PublishedSite, { text }: Statement): Faults {
  const [ofToken = '', ofHolder = ''] = text.split('Each holder:');
  const entries = await site.list('data', `/holders?market=${site.market.conditionId}`);
  const names = entries
    .filter(({ token }) => !/^0x[0-9a-f]{64}:[01]$/.test(String(token)))
    .map(({ token }) => `token is ${String(token)}`);
  return [
    ...faultsOf(ofToken, entries),
    ...faultsOf(
      ofHolder,
      entries.flatMap(({ holders }) => listOf(holders)),
    ),
    ...names,
  ];
}

async function ofCursors(site: PublishedSite): Faults {
  const [first, second] = [await site.list('clob', '/markets'), await site.list('clob', '/markets?next_cursor=MQ==')];
  const [begun] = await site.list('clob', '/markets?next_cursor=MA==');
  const ids = [first[0], begun, first[1], second[0]].map((record) => String(record?.['condition_id']));
  return ids[0] === ids[1] && ids[2] === ids[3] && ids[0] !== ids[2] ? [] : [`the pages begin with ${ids.join(', ')}`];
}

async function ofLastPages(site: PublishedSite): Faults {
  const [orders, trades] = [await site.read('clob', '/data/orders'), await site.read('clob', '/data/trades')];
  const cursors = [orders['next_cursor'], trades['next_cursor']];
  return cursors[0] === '' && cursors[1] === 'LTE=' ? [] : [`the last pages have the cursors ${JSON.stringify(cursors)}`];
}

/** Trades at the exact time are in neither range. */
function strictlyBetween(path: string): Check {
  return async (site) => {
    const [trade] = await site.list('clob', path);
    const at = Math.floor(Date.parse(String(trade?.['match_time'])) / 1_000);
    const found = async (query: string): Promise<number> =>
      (await site.list('clob', `${path}?id=${String(trade?.['id'])}&${query}`)).length;
    const counts = [await found(`before=${at}`), await found(`after=${at + 1}`), await found(`after=${at - 1}&before=${at + 2}`)];
    return JSON.stringify(counts) === '[0,0,1]' ? [] : [`trades before, after and around it: ${counts.join(', ')}`];
  };
}

async function ofHeader(site: PublishedSite, { cells }: Statement): Faults {
  const name = cells?.['Header'] ?? '';
  const asked = { service: 'clob', method: 'DELETE', path: '/order', body: { orderId: '0x1' } } as const;
  const { apiKey, passphrase } = site.trader.key;
  const isKey = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(apiKey) && /^[0-9a-f]{64}$/.test(passphrase);
  const statuses = [(await site.ask({ ...asked, without: name })).status, (await site.ask(asked)).status];
  return isKey && statuses[0] === 401 && statuses[1] !== 401 ? [] : [`without and with it: ${statuses.join(', ')}`];
}

async function ofCatalogErrors(site: PublishedSite): Faults {
  const expected = [
    ['/public-search', 'bad request', 'q is required'],
    ['/markets/9', 'not found error', 'id not found'],
    ['/events/9', 'not found error', 'id not found'],
    ['/events/slug/nothing-of-it', 'not found error', 'slug not found'],
  ] as const;
  const faults = await Promise.all(
    expected.map(async ([path, type, error]) => {
      const body = await site.read('gamma', path);
      return body['type'] === type && body['error'] === error ? [] : [`${path} returns ${JSON.stringify(body)}`];
    }),
  );
  return faults.flat();
}

function ofDataErrors(paths: readonly string[]): Check {
  return async (site) => {
    const bodies = await Promise.all(paths.map((path) => site.read('data', path)));
    return bodies.filter(({ error }) => error !== 'unknown_field: what').map((body) => `it returns ${JSON.stringify(body)}`);
  };
}

function shapeOf({ status, body }: { status: number; body: unknown }, words: string): readonly string[] {
  return status === 400 && isOfType(body, `object ${words}`) ? [] : [`it returns ${status} ${JSON.stringify(body)}`];
}

async function ofItemFailure(site: PublishedSite): Faults {
  const { status, body } = await site.ask({ service: 'clob', method: 'POST', path: '/orders', body: [{}] });
  const [result] = listOf(body);
  return status === 200 && result?.['success'] === false && result['errorMsg'] !== ''
    ? []
    : [`it returns ${status} ${JSON.stringify(body)}`];
}

async function ofNotCanceled(site: PublishedSite): Faults {
  const orderId = `0x${'9'.repeat(64)}`;
  const { body } = await site.ask({ service: 'clob', method: 'DELETE', path: '/order', body: { orderId } });
  const why = fieldsOf(fieldsOf(body)['not_canceled'])[orderId];
  return typeof why === 'string' && why !== '' ? [] : [`it returns ${JSON.stringify(body)}`];
}

function withoutVersion(): Faults {
  const paths = publishedStatements().flatMap(({ cells }) => cells?.['Path'] ?? []);
  return Promise.resolve(paths.filter((path) => /^\/v\d/.test(path) && path !== '/v1/leaderboard'));
}
