import type { Statement } from '@foretell/testing';
import { fieldsOf } from '../reads';
import { parametersOfRow, parametersOfText, type PublishedParameter } from './parameters';
import { isOfType } from './shapes';
import type { Answered, PublishedSite, Service } from './site';

export interface PublishedRoute {
  readonly service: Service;
  readonly method: string;
  readonly path: string;
}

/** The service of a section; null for other sections. */
export function serviceOf(section: string): Service | null {
  return (/^\w+ surface \(\{(clob|gamma|data)_url\}\)$/.exec(section)?.[1] as Service | undefined) ?? null;
}

type Bodies = Readonly<Record<string, (site: PublishedSite) => Promise<unknown>>>;

/** Bodies of requests. */
const BODIES: Bodies = {
  'POST /orders': async (site) => [site.order()],
  'DELETE /order': async (site) => ({ orderId: (await site.spare()).orderId }),
  'DELETE /cancel-market-orders': async (site) => ({ market: (await site.spare()).market }),
  'POST /midpoints': (site) => Promise.resolve(site.market.tokenIds.map((token_id) => ({ token_id }))),
};

const ENVELOPE = 'object data array, next_cursor string, limit integer, count integer';
const CANCELED = 'object canceled array, not_canceled object';

/** Whether a response matches the words of its column. */
function isAnswer(words: string, body: unknown): boolean {
  if (words.startsWith('envelope')) return isOfType(body, ENVELOPE) && Array.isArray(fieldsOf(body)['data']);
  if (words.startsWith('array') || words.startsWith('plain array')) return Array.isArray(body);
  if (words.startsWith('{canceled') || words.startsWith('same shape'))
    return isOfType(body, CANCELED) && isCanceled(fieldsOf(body));
  if (words.startsWith('object mapping')) return Object.values(fieldsOf(body)).every((value) => typeof value === 'string');
  if (words === 'search result') return isOfType(body, 'object: events (array of {id string}), tags (array of {id string})');
  if (words.startsWith('one ')) return typeof fieldsOf(body)['id'] === 'string' || 'condition_id' in fieldsOf(body);
  throw new Error(`the interface has a response that no code reads: ${words}`);
}

function isCanceled({ canceled, not_canceled }: Readonly<Record<string, unknown>>): boolean {
  return isOfType(canceled, 'array of string') && Object.values(fieldsOf(not_canceled)).every((why) => typeof why === 'string');
}

/** Faults of a route: its responses, its authentication, and its handling of each parameter. */
export async function faultsOfRoute(site: PublishedSite, service: Service, { cells }: Statement): Promise<readonly string[]> {
  const { Method: method = '', Path: path = '', Request = '', Response = '' } = cells ?? {};
  const route = { service, method, path };
  const { status, body } = await call(site, route, {});
  const faults = status === 200 && isAnswer(Response, body) ? [] : [`it returns ${status} ${JSON.stringify(body)}`];
  const auth = cells?.['Auth headers'] ?? 'none';
  if (auth.startsWith('required')) {
    const refused = await call(site, route, {}, null);
    if (refused.status !== 401) faults.push(`it returns ${refused.status} without a key`);
  } else if (auth.startsWith('none')) {
    const open = await call(site, route, {}, null);
    if (open.status !== 200) faults.push(`it returns ${open.status} without a key`);
  }
  const query = /query:? (?!below)(.*)$/.exec(Request)?.[1];
  if (query === undefined) return faults;
  const described = parametersOfText(query.replace(' (all optional strings)', ''));
  const names = query.replaceAll(/ \(.*?\)/g, '').split(', ');
  for (const name of names.filter((each) => /^\w+$/.test(each))) {
    const parameter = described.find((each) => each.name === name) ?? plain(name);
    faults.push(...(await faultsOfParameter(site, route, parameter)));
  }
  return faults;
}

function plain(name: string): PublishedParameter {
  const [parameter] = parametersOfText(`${name} (${name === 'limit' || name === 'offset' ? 'integer' : 'string'})`);
  if (parameter === undefined) throw new Error(`${name} is not a parameter`);
  return parameter;
}

/** As `faultsOfRoute`, for a table's row or a line that describes parameters: its paragraph begins with "Query of GET /path". */
export async function faultsOfQuery(site: PublishedSite, service: Service, statement: Statement): Promise<readonly string[]> {
  const [, path = '', words = ''] = /^Query of GET (\/[\w/-]+)(?: \(all optional\))?:(.*)$/.exec(statement.introduction) ?? [];
  const parameters = statement.cells === null ? parametersOfText(words) : parametersOfRow(statement.cells);
  const faults: string[] = [];
  for (const parameter of parameters)
    faults.push(...(await faultsOfParameter(site, { service, method: 'GET', path }, parameter)));
  if (parameters.length === 0) faults.push('no text here describes a parameter');
  return faults;
}

async function faultsOfParameter(
  site: PublishedSite,
  route: PublishedRoute,
  parameter: PublishedParameter,
): Promise<readonly string[]> {
  const { name, bounds, initial, isRequired, alias } = parameter;
  const known = knownOf(site, route, name);
  const ask = (value: string, as = name): Promise<Answered> => call(site, route, { [as]: value });
  const faults: string[] = [];
  const check = (holds: boolean, what: string): void => void (holds || faults.push(`${name}: ${what}`));
  for (const good of goodValues(parameter, known)) {
    const { status, body } = await ask(good);
    check(status === 200, `${good} returns ${status} ${JSON.stringify(body)}`);
  }
  for (const bad of badValues(parameter)) check((await ask(bad)).status === 400, `${bad} is not refused`);
  if (isRequired) check((await call(site, route, { [name]: null })).status === 400, 'it may be left out');
  if (initial !== '') check(same(await ask(initial), await call(site, route, {})), `${initial} differs from the default`);
  if (alias !== null && known !== undefined)
    check(same(await ask(known), await ask(known, alias)), `${alias} differs from its alias`);
  if (bounds !== null || known === undefined || name === 'order' || name === 'next_cursor') return faults;
  const found = await ask(known);
  check(hasRows(found), `${known} finds nothing`);
  if (route.path.includes(`{${name}}`)) return faults;
  const nothing = NOTHING[name];
  if (nothing !== undefined) check(!hasRows(await ask(nothing)), `${nothing} finds something`);
  return faults;
}

function goodValues({ type, bounds, allowed, initial }: PublishedParameter, known: string | undefined): readonly string[] {
  const edges = bounds === null ? [] : [bounds.least, bounds.most].filter(Number.isFinite).map(String);
  const all = [...allowed, ...edges, ...(type === 'boolean' ? ['true', 'false'] : [])];
  const values = [...all, ...(known === undefined ? [] : [known]), ...(initial === '' ? [] : [initial])];
  return values.length > 0 || type !== 'integer' ? values : ['1'];
}

function badValues({ type, bounds, allowed }: PublishedParameter): readonly string[] {
  const beyond = bounds === null ? [] : [bounds.least - 1, bounds.most + 1].filter(Number.isFinite).map(String);
  const typed = type === 'string' ? [] : ['many'];
  return [...beyond, ...typed, ...(allowed.length > 0 ? ['NONE_OF_THEM'] : [])];
}

/** Well-formed values that match nothing. */
const NOTHING: Readonly<Record<string, string>> = {
  id: '9',
  tag: 'nothing-of-it',
  tag_slug: 'nothing-of-it',
  tag_id: '9',
  event_id: '9',
  event_slug: 'nothing-of-it',
  series_slug: 'nothing-of-it',
  slug: 'nothing-of-it',
  conditionId: `0x${'9'.repeat(64)}`,
  market: `0x${'9'.repeat(64)}`,
  asset_id: '9',
  taker: `0x${'9'.repeat(40)}`,
  maker: `0x${'9'.repeat(40)}`,
  maker_address: `0x${'9'.repeat(40)}`,
  user: `0x${'9'.repeat(40)}`,
  creator: 'nothing.example',
  before: '1',
  after: String(2 ** 31),
  q: 'zzzzzz',
};

function hasRows({ status, body }: Answered): boolean {
  if (status !== 200) return false;
  const { data, events, tags } = fieldsOf(body);
  const lists = Array.isArray(body) ? [body] : [data, events, tags].filter(Array.isArray);
  if (lists.length === 0) return true;
  return lists.some((list) =>
    list.some((item) => !('holders' in fieldsOf(item)) || (fieldsOf(item)['holders'] as unknown[]).length > 0),
  );
}

function same(one: Answered, other: Answered): boolean {
  return one.status === 200 && JSON.stringify(one.body) === JSON.stringify(other.body);
}

function knownOf({ known }: PublishedSite, { service, path }: PublishedRoute, name: string): string | undefined {
  return (
    known[`${service} ${path} ${name}`] ??
    known[`${service} ${path.replaceAll(/\/\{.*/g, '')} ${name}`] ??
    known[`${service} ${name}`]
  );
}

/** Required parameters of routes. */
const NEEDED: Readonly<Record<string, readonly string[]>> = {
  '/public-search': ['q'],
  '/activity': ['user'],
  '/holders': ['market'],
};

/** Adds the given parameters to the required ones; a null parameter is left out. */
async function call(
  site: PublishedSite,
  route: PublishedRoute,
  parameters: Readonly<Record<string, string | null>>,
  without?: string | null,
): Promise<Answered> {
  const { service, method, path } = route;
  const inPath = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => knownOf(site, route, name) ?? '');
  const needed = (NEEDED[path] ?? []).map((name) => [name, knownOf(site, route, name) ?? ''] as const);
  const query = { ...Object.fromEntries(needed), ...parameters };
  const given = Object.entries(query).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const text = String(new URLSearchParams(Object.fromEntries(given)));
  const body = await BODIES[`${method} ${path}`]?.(site);
  return site.ask({ service, method, path: text === '' ? inPath : `${inPath}?${text}`, body, without });
}
