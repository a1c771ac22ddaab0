import { PUBLIC_SITE } from '../testing/public-site';
import { GammaWorld } from '../testing/gamma-world';

type Fields = Readonly<Record<string, unknown>>;

/** A front end that supports only the public format: it fails the test on any field that it cannot render. */
class FrontEnd {
  constructor(private readonly world: GammaWorld) {}

  async home(): Promise<readonly string[]> {
    const events = await this.world.list('/public/events?closed=false&active=true&order=volume24hr&ascending=false&limit=20');
    return events.map((event) => {
      const lines = listOf(event, 'markets').map((market) => `${text(market, 'groupItemTitle', 'question')} ${percent(market)}`);
      return `${text(event, 'title')} [${tagsOf(event)}] $${number(event, 'volume24hr')} today: ${lines.join(', ')}`;
    });
  }

  async event(slug: string): Promise<readonly string[]> {
    const event = fieldsOf((await this.world.get(`/public/events/slug/${slug}`)).body);
    const markets = listOf(event, 'markets').toSorted(
      (a, b) => Number(a['groupItemThreshold']) - Number(b['groupItemThreshold']),
    );
    return [
      `${text(event, 'title')} $${number(event, 'volume')} traded, $${number(event, 'liquidity')} liquidity, ends ${text(event, 'endDate')}`,
      ...markets.map(
        (market) =>
          `${text(market, 'groupItemTitle')} ${percent(market)} bid ${typeof market['bestBid'] === 'number' ? market['bestBid'] : '-'} ask ${number(market, 'bestAsk')}`,
      ),
    ];
  }

  async market(slug: string): Promise<readonly string[]> {
    const market = fieldsOf((await this.world.get(`/public/markets/slug/${slug}?include_tag=true`)).body);
    const [event] = listOf(market, 'events');
    if (event === undefined) throw new Error('the market names no event');
    const outcomes = JSON.parse(text(market, 'outcomes')) as string[];
    const prices = JSON.parse(text(market, 'outcomePrices')) as string[];
    const tokens = JSON.parse(text(market, 'clobTokenIds')) as string[];
    const fee = market['feeSchedule'];
    return [
      `${text(event, 'title')} > ${text(market, 'question')} (${text(market, 'image')})`,
      ...outcomes.map((outcome, index) => `${outcome} at ${prices[index]}: token ${tokens[index]}`),
      `tick ${number(market, 'orderPriceMinTickSize')}, at least ${number(market, 'orderMinSize')} shares, spread ${number(market, 'spread')}`,
      fee === undefined ? 'no fee' : `fee ${number(fieldsOf(fee), 'rate')} ^${number(fieldsOf(fee), 'exponent')}`,
      `$${text(market, 'volume')} traded, $${number(market, 'volume24hr')} today; rewards within ${number(market, 'rewardsMaxSpread')} cents`,
      market['closed'] === true
        ? `${text(market, 'umaResolutionStatus')} ${text(market, 'closedTime')}`
        : `ends ${text(market, 'endDate')}`,
    ];
  }
}

function fieldsOf(value: unknown): Fields {
  if (typeof value !== 'object' || value === null) throw new Error(`${JSON.stringify(value)} is no record`);
  return { ...value };
}

function listOf(record: Fields, name: string): readonly Fields[] {
  const list = record[name];
  if (!Array.isArray(list)) throw new Error(`${name} is no list`);
  return list.map(fieldsOf);
}

/** The first of the fields with a value. */
function text(record: Fields, ...names: readonly string[]): string {
  const said = names.map((name) => record[name]).find((value) => typeof value === 'string' && value !== '');
  if (typeof said !== 'string') throw new Error(`${names.join(' and ')} are missing from ${JSON.stringify(record)}`);
  return said;
}

function number(record: Fields, name: string): number {
  const value = record[name];
  if (typeof value !== 'number') throw new Error(`${name} is missing from ${JSON.stringify(record)}`);
  return value;
}

function tagsOf(event: Fields): string {
  return listOf(event, 'tags')
    .map((tag) => text(tag, 'label'))
    .join(' ');
}

function percent(market: Fields): string {
  const [first] = JSON.parse(text(market, 'outcomePrices')) as string[];
  return `${Math.round(Number(first) * 100)}%`;
}

describe('a front end renders from the public format alone', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', PUBLIC_SITE);
  }, 120_000);
  afterAll(() => world?.stop());

  it('a home page', async () => {
    expect(await new FrontEnd(world).home()).toEqual([
      expect.stringMatching(/^Who will win the election\? \[Politics Elections\] \$120000 today: .*Ada 62%/),
      'Lions vs. Bears [Sports NFL] $4000 today: Lions vs. Bears 70%, Lions vs. Bears: O/U 44.5 50%',
    ]);
  });

  it('an event page, its markets in the order of the source', async () => {
    expect(await new FrontEnd(world).event('election-2027')).toEqual([
      'Who will win the election? $2500000.25 traded, $150000.5 liquidity, ends 2027-11-03T12:00:00Z',
      'Ben 62% bid 0.3 ask 0.31',
      'Cem 62% bid - ask 0.02',
      'Ada 62% bid 0.61 ask 0.62',
    ]);
  });

  it('a market page', async () => {
    expect(await new FrontEnd(world).market('will-ada-win')).toEqual([
      'Who will win the election? > Will Ada win the election? (https://img.example/candidate.png)',
      'Yes at 0.615: token 90011',
      'No at 0.385: token 90012',
      'tick 0.001, at least 5 shares, spread 0.01',
      'fee 0.04 ^1',
      '$1500000.25 traded, $100000 today; rewards within 3.5 cents',
      'ends 2027-11-03T12:00:00Z',
    ]);
  });
});
