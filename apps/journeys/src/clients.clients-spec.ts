import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { limitOrder } from '@foretell/client';
import { clientsFolder } from './harness/journeys.config';
import { eventually } from './harness/eventually';
import { listOf, openMarkets } from './harness/reads';
import { ROOT } from './harness/repository';
import { surroundings } from './harness/process.config';
import { startWorld, type World } from './harness/world';

const JOURNEY_MS = 300_000;
const DRIVER_MS = 240_000;
const FLOWS = ['trading', 'books', 'catalog', 'data', 'rewards'] as const;
const DOCUMENT = join(ROOT, 'docs', 'clients.md');
const [BEGIN, END] = ['<!-- npm run clients writes from here -->', '<!-- to here -->'];

interface Driven {
  readonly client: string;
  readonly version: string;
  readonly command: readonly string[];
}

/** Versions stand in apps/journeys/clients: npm.json and requirements.txt. */
const CLIENTS: readonly Driven[] = [
  { client: 'npm `@polymarket/clob-client`', version: '5.8.1', command: ['node', 'drive-clob-clients.mjs', 'v1'] },
  { client: 'npm `@polymarket/clob-client-v2`', version: '1.1.0', command: ['node', 'drive-clob-clients.mjs', 'v2'] },
  { client: 'npm `@polymarket/client`', version: '0.2.0', command: ['node', 'drive-official-client.mjs'] },
  { client: 'PyPI `py-clob-client`', version: '0.34.6', command: ['python3', 'drive_py_clob_client.py'] },
  { client: 'PyPI `py-clob-client-v2`', version: '1.2.1', command: ['python3', 'drive_py_clob_client_v2.py'] },
  { client: 'PyPI `polymarket-client`', version: '0.14.0', command: ['python3', 'drive_polymarket_client.py'] },
];

interface Step {
  readonly flow: string;
  readonly step: string;
  /** Absent when it passed. */
  readonly reason?: string;
}

/** What fails by a client's own fault, with the place in its source; everything else that fails is ours. */
const OWN_FAULTS: Readonly<Record<string, string>> = {};

describe('published clients, unmodified', () => {
  let world: World;
  let site: Readonly<Record<string, string>>;
  const found = new Map<string, readonly Step[]>();

  beforeAll(async () => {
    world = await startWorld({ environmentOf: (app) => ({ [`${app.toUpperCase()}_DIALECT`]: 'public' }), logLevel: 'warn' });
    await world.importSample();
    site = await openSite(world);
  }, JOURNEY_MS);
  afterAll(async () => {
    if (found.size === CLIENTS.length) writeTable(found);
    await world?.stop();
  }, JOURNEY_MS);

  it.each(CLIENTS.map((driven) => [driven.client, driven] as const))(
    '%s: every step passes, or fails by its own fault',
    async (client, { command }) => {
      const steps = await drive(command, { ...site, key: `0x${randomBytes(32).toString('hex')}` });
      found.set(client, steps);
      expect(steps.length).toBeGreaterThan(0);
      expect(steps.filter(({ step, reason }) => reason !== undefined && OWN_FAULTS[`${client} ${step}`] === undefined)).toEqual(
        [],
      );
    },
    DRIVER_MS,
  );
});

/** A market with rewards whose book is deep on both sides, and a maker who has traded in it. */
async function openSite(world: World): Promise<Readonly<Record<string, string>>> {
  const [market] = await openMarkets(world, 1);
  if (market === undefined) throw new Error('the sample has no open market');
  const [yes, no] = market.tokenIds;
  await world.opsJson(
    'markets',
    'set',
    market.conditionId,
    '--rewards-rate',
    '100',
    '--rewards-min-size',
    '5',
    '--rewards-max-spread',
    '20',
  );
  const [maker, taker] = [await world.trader(), await world.trader()];
  const quote = (tokenId: string, size: string) =>
    maker.placeOne(limitOrder({ tokenId, side: 'BUY', price: '0.45', size, isNegRisk: market.isNegRisk }));
  await quote(yes, '2000');
  await quote(no, '2000');
  for (const size of ['10', '11', '12'])
    await taker.placeOne(limitOrder({ tokenId: yes, side: 'BUY', price: '0.55', size, isNegRisk: market.isNegRisk }));
  await eventually('the data surface has applied the trades', async () => {
    const trades = await fetch(`${world.data.url}/trades?user=${maker.wallet.address}`);
    return trades.status === 200 && listOf(await trades.json()).length === 3 ? true : undefined;
  });
  await eventually('the leaderboard knows the maker', async () => {
    const board = await fetch(`${world.data.url}/v1/leaderboard?user=${maker.wallet.address}`);
    return board.status === 200 && listOf(await board.json()).length === 1 ? true : undefined;
  });
  const events = listOf(await (await fetch(`${world.gamma.url}/events?limit=100`)).json());
  // Official SDKs take ids of 32 bits only; one that no event has is answered with nothing.
  const [event = '1'] = events.flatMap(({ id }) => (typeof id === 'string' && Number(id) < 2 ** 31 ? [id] : []));
  return {
    clob: world.clob.url,
    gamma: world.gamma.url,
    data: world.data.url,
    condition: market.conditionId,
    yes,
    no,
    maker: maker.wallet.address,
    event,
    day: new Date().toISOString().slice(0, 10),
  };
}

/** The driver's lines; one that ends without a word, or is cut off, is a step that failed. */
function drive([program = '', ...words]: readonly string[], site: object): Promise<readonly Step[]> {
  const folder = clientsFolder();
  const environment = {
    ...surroundings(),
    SITE: JSON.stringify(site),
    CLIENTS: join(folder, 'npm'),
    PYTHONPATH: join(folder, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
  };
  const cwd = join(ROOT, 'apps', 'journeys', 'clients', 'drivers');
  return new Promise((resolve) => {
    execFile(program, words, { cwd, env: environment, timeout: DRIVER_MS - 20_000 }, (fault, out, complaints) => {
      const steps = out.split('\n').flatMap((line) => (line.startsWith('{') ? [JSON.parse(line) as Step] : []));
      const last = complaints.split('\n').findLast((line) => line.includes('Error')) ?? '';
      resolve(fault === null ? steps : [...steps, { flow: 'trading', step: 'the driver', reason: last || fault.message }]);
    });
  });
}

function writeTable(found: ReadonlyMap<string, readonly Step[]>): void {
  const rows = CLIENTS.map(({ client, version }) => {
    const steps = found.get(client) ?? [];
    const cells = FLOWS.map((flow) =>
      cell(
        client,
        steps.filter((step) => step.flow === flow),
      ),
    );
    return `| ${[client, version, ...cells].join(' | ')} |`;
  });
  const table = [`| client | version | ${FLOWS.join(' | ')} |`, `|${'---|'.repeat(FLOWS.length + 2)}`, ...rows].join('\n');
  const text = readFileSync(DOCUMENT, 'utf8');
  const [before, after] = [text.slice(0, text.indexOf(BEGIN) + BEGIN.length), text.slice(text.indexOf(END))];
  writeFileSync(DOCUMENT, `${before}\n\n${table}\n\n${after}`);
}

function cell(client: string, steps: readonly Step[]): string {
  if (steps.length === 0) return 'not applicable';
  const failed = steps.filter(({ reason }) => reason !== undefined);
  if (failed.length === 0) return `passed: ${steps.map(({ step }) => step).join(', ')}`;
  const told = failed.map(({ step, reason }) =>
    `${step} (${OWN_FAULTS[`${client} ${step}`] ?? reason ?? ''})`.replaceAll('|', '/'),
  );
  return `${steps.length - failed.length} of ${steps.length}; failed: ${told.join(', ')}`;
}
