import type { ExchangePreset } from '@foretell/client';
import { callersOf, drive, isInstalled, type Site, type Step } from './harness/clients/client-driver';
import { openMarket, openSite } from './harness/clients/client-site';
import { writeTable } from './harness/clients/clients-table';
import { CLIENTS, ownFault } from './harness/clients/driven-clients';
import { CHANGES_LEAST, tradeAndDisturb } from './harness/clients/followed-load';
import { TcpProxy } from './harness/tcp-proxy';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 300_000;
const DRIVER_MS = 220_000;
const FOLLOW_MS = 350_000;
const PRESETS: readonly ExchangePreset[] = ['polymarket-v2', 'kuest-v2'];

/** Clients whose language is not installed are skipped; the document is then not rewritten. */
const TRIED = CLIENTS.filter(isInstalled);

describe.each(PRESETS)('published clients that sign for %s, unmodified', (preset) => {
  const tried = TRIED.filter((driven) => driven.preset === preset);
  const followers = tried.filter(({ follows }) => follows === true);
  let world: World;
  let site: Site;
  let plainSite: Site;

  beforeAll(async () => {
    const environmentOf = (app: string) => ({ [`${app.toUpperCase()}_DIALECT`]: 'public', EXCHANGE_PRESET: preset });
    world = await startSampleWorld({ environmentOf, logLevel: 'warn' });
    site = await openSite(world, preset, true);
    plainSite = await openSite(world, preset, false);
  }, JOURNEY_MS);
  afterAll(() => world?.stop(), JOURNEY_MS);

  it.each(tried.map((driven) => [driven.client, driven] as const))(
    '%s: every step passes, or fails by its own fault',
    async (client, driven) => {
      const its = driven.isPlainOnly === true ? plainSite : site;
      const steps = await drive(driven, { ...its, ...(await callersOf(world, driven)) }, { timeout: DRIVER_MS });
      found.set(client, steps);
      expect(steps.length).toBeGreaterThan(0);
      expect(inexcusable(client, steps)).toEqual([]);
    },
    DRIVER_MS + 20_000,
  );

  it(
    "follow the book with each client's own stream code, through disconnects and a restart, to the correct final book",
    async () => {
      const proxy = await TcpProxy.before(world.clob.url);
      const stream = proxy.through(world.clob.url).replace('http', 'ws').replace(/\/$/, '');
      const trader = await world.trader({ domain: preset });
      const market = await openMarket(world, true);
      const left = new Set(followers);
      const ending = new AbortController();
      const runs = followers.map(async (driven) => {
        const steps = await drive(driven, followed(site, stream), {
          timeout: FOLLOW_MS - 20_000,
          signal: ending.signal,
          more: ['follow'],
        });
        left.delete(driven);
        found.set(driven.client, [...(found.get(driven.client) ?? []), ...steps]);
        return [driven.client, steps] as const;
      });
      try {
        await tradeAndDisturb(world, market, trader, proxy, () => left.size);
        const reports = await Promise.all(runs);
        expect(reports).toEqual(followers.map(({ client }) => [client, [{ flow: 'streams', step: 'book through cuts' }]]));
      } finally {
        ending.abort();
        await Promise.all(runs);
        proxy.close();
      }
    },
    FOLLOW_MS,
  );
});

const found = new Map<string, readonly Step[]>();

afterAll(() => {
  if (found.size === CLIENTS.length) writeTable(found);
});

/** The site's addresses for a follower: its stream goes through the proxy, everything else directly. */
function followed(site: Site, stream: string): Site {
  const key = `0x${'1'.padStart(64, '0')}`;
  return { ...site, key, stream, timeoutMs: String(FOLLOW_MS - 30_000), changes: String(CHANGES_LEAST) };
}

function inexcusable(client: string, steps: readonly Step[]): readonly Step[] {
  return steps.filter(({ step, reason }) => reason !== undefined && ownFault(client, step) === undefined);
}
