/** The tables of docs/trade/errors.md and limits.md, as lines of Markdown. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { ROOT } from '../workspace.mjs';
import { table } from './table.mjs';
import { ADVICE } from './advice.mjs';
import { errorCodes } from './error-codes.mjs';

const require = createRequire(import.meta.url);
const SERVICES = ['trading', 'catalog', 'data'];
const SECTIONS = {
  orders: ({ path }) => /apps\/clob\/src\/orders|domain\/exchange/.test(path),
  keys: ({ path }) => /platform\/auth|api-keys/.test(path),
  streams: ({ status }) => status === 'stream',
  requests: () => true,
};

/** One table for each section: code, status, service, text, what to do. */
export function errorTables() {
  const codes = new Map();
  for (const row of errorCodes()) {
    const known = codes.get(row.code) ?? { ...row, statuses: new Set(), services: new Set() };
    known.statuses.add(row.status);
    for (const service of row.service === 'all' ? SERVICES : [row.service]) known.services.add(service);
    codes.set(row.code, { ...known, text: known.text || row.text });
  }
  const faults = [
    ...[...codes.keys()].filter((code) => ADVICE[code] === undefined).map((code) => `no advice for ${code}`),
    ...Object.keys(ADVICE).flatMap((code) => (codes.has(code) ? [] : [`no service answers ${code}`])),
  ];
  if (faults.length > 0) throw new Error(`tools/api-tables/advice.mjs: ${faults.join(', ')}`);
  const sections = Object.fromEntries(Object.keys(SECTIONS).map((name) => [name, []]));
  for (const row of [...codes.values()].sort((one, other) => (one.code < other.code ? -1 : 1))) {
    const [name] = Object.entries(SECTIONS).find(([, isOf]) => isOf(row));
    const services = row.services.size === SERVICES.length ? 'all' : [...row.services].join(', ');
    const status = [...row.statuses].filter((each) => each !== 'stream').join(', ');
    const cells = name === 'streams' ? [] : [status, services];
    sections[name].push([`\`${row.code}\``, ...cells, row.text, ADVICE[row.code]]);
  }
  const head = (name) => (name === 'streams' ? ['code', 'text', 'do'] : ['code', 'status', 'service', 'text', 'do']);
  return Object.fromEntries(Object.entries(sections).map(([name, rows]) => [name, table(head(name), rows)]));
}

/** Rate limits, one row for each rule, and the limits of one request, account or connection. */
export function limitTables() {
  const built = (path) => require(join(ROOT, path));
  const tables = {
    trading: built('apps/clob/dist/limits/limit-table.js').CLOB_LIMITS,
    catalog: built('apps/gamma/dist/limits/limit-table.js').GAMMA_LIMITS,
    data: built('apps/data/dist/limits/limit-table.js').DATA_LIMITS,
  };
  const rows = Object.entries(tables).flatMap(([service, { rules, byKey }]) =>
    rules.map(({ name, count, windowMillis, routes, counts }) => {
      const isByKey = routes?.every((route) => byKey.has(route)) === true;
      const what = routes === undefined ? 'all requests' : routes.map((route) => `\`${route}\``).join(', ');
      const counted = counts === 'ids' ? `${what}: ${name.split('-').at(-1)}` : what;
      return [service, counted, `${count.toLocaleString('en')} / ${windowMillis / 1000} s`, isByKey ? 'API key' : 'address'];
    }),
  );
  return {
    requests: table(['service', 'requests', 'limit', 'counted by'], rows),
    bounds: table(['what', 'at most'], bounds(built)),
  };
}

function bounds(built) {
  const { PLACE_ORDERS_MAX, CANCEL_ORDERS_MAX, TOKENS_MAX, HISTORIES_MAX } = built('libs/contracts/dist/index.js');
  const { STREAM_BOUNDS: stream } = built('apps/clob/dist/streams/stream-bounds.js');
  const { variablesOf } = built('libs/platform/server/dist/index.js');
  const variables = variablesOf(built('apps/clob/dist/clob.config.js').ClobVariables);
  const byDefault = (name) => `${variables.find((variable) => variable.name === name).default} by default`;
  return [
    ['orders in one request', PLACE_ORDERS_MAX],
    ['ids in `DELETE /orders`', CANCEL_ORDERS_MAX],
    ['tokens in a list of books or prices', TOKENS_MAX],
    ['tokens in `POST /batch-prices-history`', HISTORIES_MAX],
    ['open orders of a wallet', byDefault('OPEN_ORDERS_MAX')],
    ['open orders of a wallet in one market', byDefault('MARKET_ORDERS_MAX')],
    ['age of the signature of a write or of L1, seconds', byDefault('AUTH_MAX_AGE_SECONDS')],
    ['age of the signature of a read, seconds', byDefault('AUTH_MAX_AGE_READ_SECONDS')],
    ['age of a signed order, seconds (0: any)', byDefault('ORDER_MAX_AGE_SECONDS')],
    ['streams of one network address', stream.addressConnections],
    ['streams of one API key', stream.keyConnections],
    ['tokens or markets of one stream', stream.subscriptions],
    ['messages to one stream in 10 s, PING included', stream.messages],
    ['bytes of one message to a stream', stream.messageBytes],
    ['bytes that wait for a slow reader of a stream', stream.waitingBytes],
    ['how far back a stream resumes, seconds', stream.historyMillis / 1000],
  ];
}
