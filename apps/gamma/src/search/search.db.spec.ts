import { EVENT_EXAMPLES, type SearchResult } from '@foretell/contracts';
import { GammaWorld } from '../testing/gamma-world';

let next = 100;
function event(id: number, title: string, more: object = {}, questions: readonly string[] = []): object {
  const markets = questions.map((question) => ({ id: String((next += 1)), slug: `m-${next}`, question }));
  return { id: String(id), slug: title.toLowerCase().replaceAll(' ', '-'), title, markets, ...more };
}
const TRUMPET = { tags: [{ id: 1, label: 'Trumpet', slug: 'trumpet' }] };

const EVENTS = [
  event(1, 'Bitcoin'),
  event(2, 'Bitcoin above 100k', { closed: true }),
  event(3, 'Bitcoin below 50k'),
  event(4, 'The price of bitcoin'),
  event(5, 'Crypto week', { description: 'All about bitcoin and friends.' }),
  event(6, 'Cryptographers meet', {}, ['Will bitcoin be mentioned?']),
  event(7, 'Élection présidentielle 100%', TRUMPET),
  event(8, 'Music_night', TRUMPET),
  event(9, 'Old music night', { ...TRUMPET, archived: true }),
];

describe('search', () => {
  let world: GammaWorld;
  beforeAll(async () => {
    world = await GammaWorld.start();
    await world.import('events', EVENTS);
  }, 60_000);
  afterAll(() => world?.stop());

  const found = async (query: string): Promise<SearchResult> => (await world.get(`/public-search?${query}`)).body as SearchResult;

  /** A query, and the matching events, best first. */
  const CASES: readonly [reason: string, q: string, ids: readonly string[]][] = [
    [
      'the exact title, then titles (open first, the newest first), then questions, then descriptions',
      'bitcoin',
      ['1', '4', '3', '2', '6', '5'],
    ],
    ['a beginning of a word', 'bitc', ['4', '3', '1', '2', '6', '5']],
    ['all words, anywhere', 'price bitcoin', ['4']],
    ['another form of a word', 'prices of bitcoins', ['4']],
    ['a question of a market', 'be mentioned', ['6']],
    ['a tag', 'trumpet', ['8', '7', '9']],
    ['without accents', 'ELECTION PRESIDENTIELLE', ['7']],
    ['a slug', 'bitcoin-below-50k', ['3']],
    ['the inside of a word', 'graphers', ['6']],
    ['a part too short for trigrams', 'yp', ['6', '5']],
    ['a wildcard as itself', '0%', ['7']],
    ['another wildcard as itself', 'c_n', ['8']],
    ['a beginning of a word that is not one of its stem', 'electi', ['7']],
    ['a word that the full text leaves out, by the title', 'the', ['4']],
    ['a misspelling, as the word that it is most like', 'bitcon', ['1', '4', '3', '2', '6', '5']],
    ['a misspelt word beside others', 'pirce of bitcoin', ['4']],
    ['a misspelling of a question', 'mentoined', ['6']],
    ['nothing when a number differs', 'bitcoin 200k', []],
    ['nothing when only one of two words is known', 'bitcoin xylophonist', []],
    ['nothing', 'xylophonist', []],
    ['only signs', '&|!:*()', []],
  ];
  it.each(CASES)('finds %s: %s', async (_reason, q, ids) => {
    const { events, pagination } = await found(`q=${encodeURIComponent(q)}`);
    expect({ ids: events.map(({ id }) => id), total: pagination.totalResults }).toEqual({ ids, total: ids.length });
  });

  it('counts the events of a tag and finds misspelt tags', async () => {
    const tag = { id: '1', label: 'Trumpet', slug: 'trumpet', event_count: 3 };
    expect((await found('q=trumpet')).tags).toEqual([tag]);
    expect((await found('q=trumpt')).tags).toEqual([tag]);
  });

  it('pages report the total and whether more follow', async () => {
    const pages = await Promise.all([1, 2, 3, 4].map((page) => found(`q=bitcoin&limit_per_type=2&page=${page}`)));
    expect(pages.map(({ events, pagination }) => [events.length, pagination.hasMore, pagination.totalResults])).toEqual([
      [2, true, 6],
      [2, true, 6],
      [2, false, 6],
      [0, false, 6],
    ]);
  });

  it('returns nothing on a page beyond the last, even beyond 32 bits of rows', async () => {
    const { events, tags, pagination } = await found('q=bitcoin&page=85899346');
    expect({ events, tags, pagination }).toEqual({ events: [], tags: [], pagination: { hasMore: false, totalResults: 6 } });
  });

  it('ranks open before closed, then by volume, then by age, and follows changes of each', async () => {
    const traded = (id: number, volumeNum: number, more: object = {}): object => ({
      ...event(id, `Regatta day ${id}`, more),
      markets: [{ id: String(id * 1000), slug: `regatta-${id}`, question: 'Who wins?', volumeNum }],
    });
    await world.import('events', [traded(30, 5), traded(31, 900, { closed: true }), traded(32, 70), traded(33, 5)]);
    const ids = async (): Promise<readonly string[]> => (await found('q=regatta')).events.map(({ id }) => id);
    expect(await ids()).toEqual(['32', '33', '30', '31']);
    await world.import('events', [traded(30, 80), traded(32, 70, { closed: true })]);
    expect(await ids()).toEqual(['30', '33', '31', '32']);
  });

  it('finds a market by its new question only, and a renamed tag', async () => {
    await world.import('events', [
      event(40, 'Orchard', { tags: [{ id: 9, label: 'Fruit', slug: 'fruit' }] }, ['Will pears ripen?']),
    ]);
    expect((await found('q=pears')).events.map(({ id }) => id)).toEqual(['40']);
    await world.import('markets', [
      {
        id: String(next),
        slug: `m-${next}`,
        question: 'Will plums ripen?',
        events: [{ id: '40', slug: 'orchard', title: 'Orchard' }],
      },
    ]);
    expect((await found('q=pears')).pagination.totalResults).toBe(0);
    expect((await found('q=plums')).events.map(({ id }) => id)).toEqual(['40']);
    await world.import('events', [
      { id: '40', slug: 'orchard', title: 'Orchard', tags: [{ id: 9, label: 'Harvest', slug: 'harvest' }] },
    ]);
    expect((await found('q=harvest')).tags).toEqual([{ id: '9', label: 'Harvest', slug: 'harvest', event_count: 1 }]);
    expect((await found('q=fruit')).tags).toEqual([]);
  });

  it('finds misspellings of words in current titles, on one site too', async () => {
    await world.import('events', [
      event(20, 'Zeppelin race', { sites: ['a.example'] }),
      event(21, 'Zeppelin museum', { sites: ['b.example'] }),
    ]);
    expect((await found('q=zepelin')).pagination.totalResults).toBe(2);
    expect((await found('q=zepelin&creator=B.example')).events.map(({ id }) => id)).toEqual(['21']);
    await world.import('events', [
      event(20, 'Balloon race', { sites: ['a.example'] }),
      event(21, 'Balloon museum', { sites: ['b.example'] }),
    ]);
    expect((await found('q=zepelin')).pagination.totalResults).toBe(0);
    expect((await found('q=baloon')).events.map(({ id }) => id)).toEqual(['21', '20']);
  });

  it('reorders equal results after trades, also in cached responses', async () => {
    const conditionId = `0x${'7'.repeat(64)}`;
    const markets = [
      { id: '90', slug: 'll', question: 'Llama?', conditionId, outcomes: '["Yes","No"]', clobTokenIds: '["1","2"]' },
    ];
    await world.import('events', [event(20, 'Llama race', { markets }), event(21, 'Llama show')]);
    const ids = async () => (await found('q=llama')).events.map(({ id }) => id);
    expect(await ids()).toEqual(['21', '20']);
    const exchangeEvent = EVENT_EXAMPLES['trade.matched.v1'];
    await world.apply({ source: 'clob', firstSequence: 1, facts: [{ ...exchangeEvent, at: Date.now(), conditionId }] });
    // Takes a few seconds at most; a test that never sees it runs into its time limit.
    while ((await ids())[0] !== '20') await new Promise((resolve) => setTimeout(resolve, 50));
  });
});
