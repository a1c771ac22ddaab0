import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openMarkets, type OpenMarket } from './harness/reads';
import { ROOT } from './harness/repository';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 120_000;
const MODULES = join(ROOT, 'node_modules');

/** A program written from the documents alone: the compiler checks every name, parameter and field below. */
const PROGRAM = `
import createClient from 'openapi-fetch';
import type { paths as Clob } from './clob';
import type { paths as Gamma } from './gamma';
import type { paths as Data } from './data';

const variable = (name: string): string => process.env[name] ?? '';
const clob = createClient<Clob>({ baseUrl: variable('CLOB_URL') });
const gamma = createClient<Gamma>({ baseUrl: variable('GAMMA_URL') });
const data = createClient<Data>({ baseUrl: variable('DATA_URL') });
const conditionId = variable('CONDITION_ID');
const tokenId = variable('TOKEN_ID');
const user = variable('WALLET');

function given<T>(answer: { data?: T; error?: unknown; response: Response }): T {
  if (answer.data === undefined) throw new Error(answer.response.url + ' answered ' + JSON.stringify(answer.error));
  return answer.data;
}

async function main(): Promise<void> {
  const market = given(await clob.GET('/markets/{conditionId}', { params: { path: { conditionId } } }));
  const page = given(await clob.GET('/markets', { params: { query: { next_cursor: 'MA==' } } }));
  const book = given(await clob.GET('/book', { params: { query: { token_id: tokenId } } }));
  const tick = given(await clob.GET('/tick-size', { params: { query: { token_id: tokenId } } }));
  const midpoints = given(await clob.POST('/midpoints', { body: [{ token_id: tokenId }] }));

  const events = given(await gamma.GET('/events', { params: { query: { limit: 2, closed: false, order: 'endDate',
    ascending: true } } }));
  const event = given(await gamma.GET('/events/{id}', { params: { path: { id: events[0]?.id ?? '' } } }));
  const markets = given(await gamma.GET('/markets', { params: { query: { conditionId: [conditionId] } } }));
  const found = given(await gamma.GET('/public-search', { params: { query: { q: event.title, limit_per_type: 5 } } }));
  const tags = given(await gamma.GET('/tags', { params: { query: { limit: 3 } } }));

  const activity = given(await data.GET('/activity', { params: { query: { user, limit: 10 } } }));
  const holders = given(await data.GET('/holders', { params: { query: { market: conditionId, minBalance: 1 } } }));
  const board = given(await data.GET('/v1/leaderboard', { params: { query: { timePeriod: 'ALL', orderBy: 'VOL' } } }));
  const positions = given(await data.GET('/positions', { params: { query: { user, sizeThreshold: 0 } } }));
  const value = given(await data.GET('/value', { params: { query: { user } } }));
  const refused = await data.GET('/activity', { params: { query: { user: 'nobody' } } });

  process.stdout.write(
    JSON.stringify({
      condition: market.condition_id,
      tokens: market.tokens.map(({ token_id, price }) => ({ token_id, price })),
      listed: page.data.some(({ condition_id }) => condition_id === conditionId),
      bid: book.bids.at(-1)?.price,
      tick: tick.minimum_tick_size,
      midpoint: midpoints[tokenId],
      events: events.length,
      event: event.markets.length > 0,
      question: markets[0]?.question,
      found: found.events.some(({ id }) => id === event.id),
      tags: tags.every(({ slug }) => slug !== ''),
      activity: activity.length,
      holders: holders.length,
      board: board.length,
      positions: positions.length,
      value: value[0]?.value,
      refused: refused.error?.error,
    }),
  );
}
void main();
`;

/** The documents in libs/contracts/openapi suffice to generate a client, in types and at run time. */
describe('a client generated from the documents by openapi-typescript', () => {
  let world: World;
  let market: OpenMarket;
  let folder: string;

  beforeAll(async () => {
    world = await startSampleWorld();
    [market] = (await openMarkets(world, 1)) as [OpenMarket];
    folder = mkdtempSync(join(tmpdir(), 'foretell-openapi-'));
    symlinkSync(MODULES, join(folder, 'node_modules'), 'junction');
  }, JOURNEY_MS);

  afterAll(async () => {
    await world?.stop();
    rmSync(folder, { recursive: true, force: true });
  }, STEP_MS);

  it(
    'compiles five calls of each service, and they run',
    () => {
      for (const service of ['clob', 'gamma', 'data']) {
        const document = join(ROOT, 'libs', 'contracts', 'openapi', `${service}.json`);
        const types = join(folder, `${service}.d.ts`);
        execFileSync(process.execPath, [join(MODULES, 'openapi-typescript', 'bin', 'cli.js'), document, '-o', types]);
      }
      writeFileSync(join(folder, 'program.ts'), PROGRAM);
      compile(folder);
      const env = {
        ...process.env,
        CLOB_URL: world.clob.url,
        GAMMA_URL: world.gamma.url,
        DATA_URL: world.data.url,
        CONDITION_ID: market.conditionId,
        TOKEN_ID: market.tokenIds[0],
        WALLET: `0x${'1'.repeat(40)}`,
      };
      const printed = execFileSync(process.execPath, [join(folder, 'program.js')], { env, encoding: 'utf8' });
      expect(JSON.parse(printed)).toMatchObject({
        condition: market.conditionId,
        tokens: market.tokenIds.map((token_id) => ({ token_id, price: expect.any(Number) })),
        listed: true,
        tick: 0.01,
        events: 2,
        event: true,
        question: expect.any(String),
        found: true,
        tags: true,
        activity: 0,
        holders: 2,
        board: 0,
        positions: 0,
        value: 0,
        refused: 'invalid_field: user',
      });
    },
    STEP_MS,
  );
});

/** Strict: a name that the documents do not have is an error. */
function compile(folder: string): void {
  const options = [
    '--strict',
    '--exactOptionalPropertyTypes',
    '--noUncheckedIndexedAccess',
    '--target',
    'es2022',
    '--lib',
    'es2023,dom',
  ];
  const modules = [
    '--module',
    'commonjs',
    '--moduleResolution',
    'node10',
    '--esModuleInterop',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  const tsc = join(MODULES, 'typescript', 'bin', 'tsc');
  try {
    execFileSync(process.execPath, [tsc, ...options, ...modules, 'program.ts'], { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`the program does not compile:\n${String((error as { stdout?: unknown }).stdout)}`, { cause: error });
  }
}
