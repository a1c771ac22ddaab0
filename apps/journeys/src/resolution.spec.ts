import { eventually } from './harness/eventually';
import { limit } from './harness/orders';
import { runOps, type OpsOutcome } from './harness/ops-process';
import { fieldsOf, openMarket, type Fields, type OpenMarket } from './harness/reads';
import { startSampleWorld, type World } from './harness/world';

const JOURNEY_MS = 180_000;
const STEP_MS = 90_000;
const SOURCE = 'https://results.example/1';

/** Two operators bring a result to its payout, over an objection and a reversal. The tests run in order. */
describe('a result by two operators', () => {
  let world: World;
  let market: OpenMarket;
  let winner: string;

  beforeAll(async () => {
    world = await startSampleWorld({
      environmentOf: (app) =>
        app === 'clob' ? { RESOLUTION_DIRECT: 'false', RESOLUTION_DISPUTE_SECONDS: '1', RESOLUTION_GRACE_SECONDS: '20' } : {},
    });
    market = await openMarket(world);
    const [alice, bob] = [await world.trader(), await world.trader()];
    await alice.place([limit(market, 'BUY', 0, 10, 60)]);
    await bob.place([limit(market, 'BUY', 1, 10, 40)]);
    winner = alice.wallet.address;
  }, JOURNEY_MS);

  afterAll(() => world?.stop(), STEP_MS);

  const as = (actor: string, ...words: string[]): Promise<OpsOutcome> =>
    runOps({ ...world.operator.environment, OPS_ACTOR: actor }, ['resolutions', ...words, '--json'], world.operator.program);
  async function step(actor: string, ...words: string[]): Promise<Fields> {
    const { exitCode, out, complaints } = await as(actor, ...words);
    if (exitCode !== 0) throw new Error(`${words.join(' ')}: ${complaints}${out}`);
    return fieldsOf(JSON.parse(out));
  }
  const propose = (outcome: string, reference: string): Promise<Fields> =>
    step('ann', 'propose', market.slug, outcome, '--source', SOURCE, '--reference', reference);
  /** Refused until the dispute window is over. */
  const finalize = (outcome: string, reference: string): Promise<Fields> =>
    eventually('the result is finalised', () =>
      step('ben', 'finalize', market.slug, outcome, '--reference', reference).catch(() => undefined),
    );
  const catalogShows = (expected: Fields): Promise<unknown> =>
    eventually(
      `the catalog shows ${JSON.stringify(expected)}`,
      async () => {
        const shown = fieldsOf(await (await fetch(`${world.gamma.url}/public/markets/${market.conditionId}`)).json());
        return Object.entries(expected).every(([name, value]) => shown[name] === value);
      },
      STEP_MS,
    );
  const available = async (): Promise<unknown> => fieldsOf(await world.opsJson('ledger', 'show', winner))['available'];

  it('a direct one is refused, and says what to do', async () => {
    const { exitCode, complaints } = await world.ops('markets', 'resolve', market.slug, market.outcomes[0]);
    expect([exitCode, complaints]).toEqual([1, expect.stringContaining('ops resolutions propose')]);
  });

  it(
    'a wrong proposal is objected to',
    async () => {
      expect(await propose(market.outcomes[1], 't-1')).toMatchObject({ stage: 'proposed', proposedBy: 'ann', applied: true });
      await catalogShows({ umaResolutionStatus: 'proposed', closed: true, resolutionSource: SOURCE });
      const objected = await step('ben', 'object', market.slug, '--note', 'the other one won', '--reference', 't-1');
      expect(objected).toMatchObject({ stage: 'disputed', by: 'ben', note: 'the other one won' });
      await catalogShows({ umaResolutionStatus: 'disputed' });
    },
    STEP_MS,
  );

  it(
    'a finalisation is reversed before anybody is paid',
    async () => {
      await propose(market.outcomes[1], 't-2');
      const [, outcome] = market.outcomes;
      expect(await as('ann', 'finalize', market.slug, outcome, '--reference', 't-2')).toMatchObject({ exitCode: 1 });
      expect(await finalize(outcome, 't-2')).toMatchObject({ stage: 'finalized', by: 'ben' });
      expect(await step('ann', 'reverse', market.slug, '--reference', 't-2')).toMatchObject({ stage: 'reversed' });
      expect(await available()).toBe('9994');
    },
    STEP_MS,
  );

  it(
    'the right one is paid when its grace period is over, without a further command',
    async () => {
      await propose(market.outcomes[0], 't-3');
      await finalize(market.outcomes[0], 't-3');
      expect(await available()).toBe('9994');
      await catalogShows({ umaResolutionStatus: 'resolved', resolvedBy: 'ben', resolutionSource: SOURCE });
      expect(await available()).toBe('10004');
      expect(await as('ann', 'reverse', market.slug, '--reference', 't-3')).toMatchObject({
        exitCode: 1,
        complaints: expect.stringContaining('its holders are paid'),
      });
      const audit = await world.ops('audit', '--surface', 'clob', '--command', 'resolutions.finalize', '--json');
      expect(audit.out).toContain('"actor": "ben"');
      const { exitCode } = await world.ops('doctor', '--surface', 'clob');
      expect(exitCode).toBe(0);
    },
    STEP_MS,
  );
});
