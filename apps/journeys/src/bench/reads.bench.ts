import { withBaselineProcess, type Measurement, type Rate } from '@foretell/testing';
import { eventually } from '../harness/eventually';
import { fieldsOf, listOf, openMarkets } from '../harness/reads';
import { dataIsCaughtUp } from '../harness/record';
import { startWorld, type World } from '../harness/world';
import { run } from './callers';
import { AS_DEPLOYED } from './order-site';
import { processorMicros } from './processor-time';
import { batchScripts, begun } from './scripts';
import { wrk } from './wrk';

interface Read {
  readonly service: 'clob' | 'gamma' | 'data';
  readonly name: string;
  readonly path: string;
  /** Minimum relative to the baseline server. */
  readonly aim?: number;
}

const TRADERS = 16;
const MARKETS = 20;
const ORDERS = 3000;
/** Duration of each round; wrk accepts only integer seconds. */
const SECONDS = 4;
const SMALL_SECONDS = 1;
const WARM_SECONDS = 2;
const TURNS = 4;
const BOOK_AIM = 0.6;
const LIST_AIM = 0.8;

/**
 * Hot reads of the services' processes, compared with a Node server that sends the same bytes and does nothing else. Needs wrk.
 */
export async function bench({ small = false }: { readonly small?: boolean }): Promise<Measurement[]> {
  const world = await startWorld({ logLevel: 'warn', environmentOf: () => ({ NODE_OPTIONS: AS_DEPLOYED }) });
  try {
    await world.importSample();
    const rows: Measurement[] = [];
    for (const read of await reads(world)) rows.push(...(await measured(world, read, small ? SMALL_SECONDS : SECONDS)));
    return rows;
  } finally {
    await world.stop();
  }
}

/** Runs after some trades, so that books, activity and leaderboard are not empty. */
async function reads(world: World): Promise<readonly Read[]> {
  const markets = await openMarkets(world, MARKETS);
  const traders = await Promise.all(Array.from({ length: TRADERS }, () => world.trader()));
  const halves = [markets.slice(0, MARKETS / 2), markets.slice(MARKETS / 2)] as const;
  await run([world.clob.url], begun(batchScripts({ traders, halves }, TRADERS, ORDERS)), { seconds: 60 });
  await dataIsCaughtUp(world);
  const [market] = markets;
  const user = await traded(
    world,
    traders.map(({ wallet }) => wallet.address),
  );
  const [listed] = listOf(await (await fetch(`${world.gamma.url}/markets?limit=1`)).json());
  if (market === undefined) throw new Error('there is no market');
  const token = `token_id=${market.tokenIds[0]}`;
  return [
    { service: 'clob', name: '/', path: '/' },
    { service: 'clob', name: '/midpoint', path: `/midpoint?${token}`, aim: BOOK_AIM },
    { service: 'clob', name: '/book', path: `/book?${token}`, aim: BOOK_AIM },
    { service: 'clob', name: '/price', path: `/price?${token}&side=BUY`, aim: BOOK_AIM },
    { service: 'clob', name: '/markets/{condition id}', path: `/markets/${market.conditionId}`, aim: BOOK_AIM },
    { service: 'gamma', name: '/markets?limit=20', path: '/markets?limit=20', aim: LIST_AIM },
    { service: 'gamma', name: '/markets/{id}', path: `/markets/${String(listed?.['id'])}`, aim: LIST_AIM },
    { service: 'data', name: '/v1/leaderboard', path: '/v1/leaderboard', aim: LIST_AIM },
    { service: 'data', name: '/activity', path: `/activity?user=${user}&limit=100`, aim: LIST_AIM },
  ];
}

/** A wallet with activity. */
function traded(world: World, wallets: readonly string[]): Promise<string> {
  return eventually('a wallet has activity', async () => {
    for (const user of wallets) {
      const activity = await world.records.activity({ user, limit: 1 });
      if (fieldsOf(activity[0])['type'] === 'TRADE') return user;
    }
    return undefined;
  });
}

interface Server {
  readonly url: string;
  readonly pid: number;
}

interface Cost {
  readonly rate: Rate;
  readonly microsARequest: number;
}

async function measured(world: World, { service, name, path, aim }: Read, seconds: number): Promise<Measurement[]> {
  const { url: origin, pid } = world[service];
  const url = `${origin}${path}`;
  const response = await fetch(url);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { cost, bare: baseline } = await withBaselineProcess({ [`GET ${path}`]: bytes.toString('base64') }, (server) =>
    inTurns({ url, pid }, { url: `${server.origin}${path}`, pid: server.pid }, seconds),
  );
  const part = cost.rate.perSecond / baseline.rate.perSecond;
  const title = `${service} ${name}`;
  return [
    {
      name: `${title}, ${bytes.length} bytes`,
      unit: 'requests/s',
      value: cost.rate.perSecond,
      p99Ms: cost.rate.p99Ms,
      limit: { name: 'baseline: node HTTP, same bytes', value: baseline.rate.perSecond },
    },
    ...(aim === undefined
      ? []
      : [
          {
            name: title,
            unit: 'of the baseline',
            value: Number(part.toFixed(2)),
            limit: { name: 'target, at least', value: aim },
          },
        ]),
    {
      name: `${title}: its process`,
      unit: 'us a request',
      value: Math.round(cost.microsARequest),
      limit: { name: 'baseline: node HTTP, same bytes', value: Math.round(baseline.microsARequest) },
    },
  ];
}

/** Alternates both, so that other load of the machine affects both equally. */
async function inTurns(server: Server, baselineServer: Server, seconds: number): Promise<{ cost: Cost; bare: Cost }> {
  for (const { url } of [server, baselineServer]) await wrk(url, WARM_SECONDS);
  const costs: Cost[] = [];
  const baselineCosts: Cost[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    costs.push(await costOf(server, seconds));
    baselineCosts.push(await costOf(baselineServer, seconds));
  }
  return { cost: mean(costs), bare: mean(baselineCosts) };
}

async function costOf({ url, pid }: Server, seconds: number): Promise<Cost> {
  const before = processorMicros(pid);
  const rate = await wrk(url, seconds);
  return { rate, microsARequest: (processorMicros(pid) - before) / rate.requests };
}

/** Merges rounds of equal length; the p99 is that of the worst. */
function mean(costs: readonly Cost[]): Cost {
  const average = (of: (cost: Cost) => number): number => costs.reduce((all, cost) => all + of(cost), 0) / costs.length;
  return {
    rate: {
      perSecond: Math.round(average(({ rate }) => rate.perSecond)),
      p99Ms: Math.max(...costs.map(({ rate }) => rate.p99Ms)),
    },
    microsARequest: average(({ microsARequest }) => microsARequest),
  };
}
