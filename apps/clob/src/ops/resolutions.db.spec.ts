import type { OpsCommandName, OpsRequest, ResolutionStepped } from '@foretell/contracts';
import { OpsClient } from '@foretell/platform-nats';
import { sizeMicros } from '@foretell/units';
import { exchangeRules } from '../clob.config';
import { rebuild } from '../engine/recovery';
import { ProjectionProgress } from '../record/projection-progress';
import { catalogMarket, conditionIdOf } from '../testing/catalog-market';
import { ClobWorld } from '../testing/clob-world';
import { fieldsOf } from '../testing/answer';

const SOURCE = 'https://weather.example/lisbon';
const STRICT = { RESOLUTION_SOURCE_REQUIRED: 'true', RESOLUTION_DIRECT: 'false' };
const PERIODS = { RESOLUTION_DISPUTE_SECONDS: '100', RESOLUTION_GRACE_SECONDS: '50' };

type StepName = Extract<OpsCommandName, `ops.clob.resolutions.${string}`>;

describe('a resolution by operator commands', () => {
  let world: ClobWorld;
  let operators: Readonly<Record<'ann' | 'ben', OpsClient>>;

  beforeAll(async () => {
    world = await ClobWorld.open({ ...STRICT, ...PERIODS });
    const of = (actor: string): OpsClient => new OpsClient(world.config.nats, { actor, reference: 'spec' });
    operators = { ann: of('ann'), ben: of('ben') };
  });
  afterAll(async () => {
    await Promise.all(Object.values(operators ?? {}).map((each) => each.close()));
    await world?.close();
  });

  const listed = async (): Promise<string> => (await world.list()).conditionId;
  const ask = <N extends StepName>(actor: 'ann' | 'ben', name: N, request: OpsRequest<N>) =>
    operators[actor].request(name, request);
  async function take<N extends StepName>(actor: 'ann' | 'ben', name: N, request: OpsRequest<N>): Promise<ResolutionStepped> {
    const reply = await ask(actor, name, request);
    if (!reply.ok) throw new Error(reply.error);
    return reply.result as ResolutionStepped;
  }
  /** The row that a next process recovers, whose hash is the record's. */
  async function recovered(conditionId: string): Promise<unknown> {
    await world.app.get(ProjectionProgress).waitForProjection();
    const { exchange, stateHash, head } = await rebuild(world.database.pool, exchangeRules(world.config));
    expect(stateHash).toBe(head.stateHash);
    const row = exchange.snapshot().markets.find((market) => market.conditionId === conditionId);
    return [row?.status, row?.proposal?.stage ?? null, exchange.nextDueAt()];
  }
  const finalize = (market: string, winner: string, reference: string) =>
    ['ops.clob.resolutions.finalize', { market, winner, reference }] as const;
  const refusals = (market: string, reference: string): Promise<unknown[]> =>
    Promise.all(
      (
        [
          ['ops.clob.resolutions.object', { market, reference }],
          finalize(market, 'Yes', reference),
          ['ops.clob.resolutions.reverse', { market, reference }],
        ] as const
      ).map(async ([name, request]) => {
        const reply = await ask('ben', name, request);
        return reply.ok ? 'done' : reply.error;
      }),
    );

  it('walks to the payout; every stage is recovered, and each refusal says what to do', async () => {
    const market = await listed();
    const trader = await world.trader();
    await world.submit({
      command: { type: 'splitPosition', wallet: trader.wallet.address, conditionId: market, sizeMicros: sizeMicros(5_000_000) },
    });
    expect(await refusals(market, 'r0')).toEqual(Array(3).fill('refused: no result is proposed: propose one first'));
    const proposal = { market, winner: 'Yes', source: SOURCE, note: 'as announced', reference: 't-1' };
    const until = world.now + 100_000;
    expect(await take('ann', 'ops.clob.resolutions.propose', proposal)).toMatchObject({
      stage: 'proposed',
      result: 'Yes',
      proposedBy: 'ann',
      source: SOURCE,
      note: 'as announced',
      until,
      applied: true,
    });
    expect(await recovered(market)).toEqual(['closed', 'proposed', null]);
    // A repeated command, and its double click.
    expect(await take('ann', 'ops.clob.resolutions.propose', proposal)).toMatchObject({ stage: 'proposed', applied: false });
    expect(await ask('ann', 'ops.clob.resolutions.propose', { ...proposal, winner: 'No' })).toEqual({
      ok: false,
      error: 't-1 named another proposal, and the result is Yes: use another reference',
    });
    expect(await ask('ann', 'ops.clob.resolutions.propose', { ...proposal, reference: 't-2' })).toEqual({
      ok: false,
      error: 'refused: a result is proposed: finalise it, or object to it first',
    });
    expect(await ask('ann', ...finalize(market, 'Yes', 't-1'))).toEqual({
      ok: false,
      error: 'refused: ann proposed it, and another operator must finalise it',
    });
    expect(await ask('ben', ...finalize(market, 'Yes', 't-1'))).toEqual({
      ok: false,
      error: `refused: it may be objected to until ${new Date(until).toISOString()}; finalise it then`,
    });
    await take('ben', 'ops.clob.resolutions.object', { market, note: 'of another day', reference: 't-1' });
    expect(await recovered(market)).toEqual(['closed', 'disputed', null]);
    expect(await refusals(market, 'r1')).toEqual(Array(3).fill('refused: the result was objected to: propose another'));

    await take('ann', 'ops.clob.resolutions.propose', { ...proposal, winner: 'No', reference: 't-2' });
    await world.pass(100);
    const finalized = await take('ben', ...finalize(market, 'No', 't-1'));
    expect(finalized).toMatchObject({
      stage: 'finalized',
      result: 'No',
      proposedBy: 'ann',
      by: 'ben',
      until: world.now + 50_000,
    });
    expect(await recovered(market)).toEqual(['closed', 'finalized', world.now + 50_000]);
    await take('ann', 'ops.clob.resolutions.reverse', { market, reference: 't-1' });
    expect(await recovered(market)).toEqual(['closed', 'reversed', null]);

    await take('ann', 'ops.clob.resolutions.propose', { ...proposal, winner: 'half', reference: 't-3' });
    await world.pass(100);
    expect(await take('ben', ...finalize(market, 'half', 't-2'))).toMatchObject({ stage: 'finalized', result: 'half' });
    await world.pass(49);
    expect(fieldsOf((await world.get(`/markets/${market}`)).body)['status']).toBe('closed');
    await world.pass(1);
    expect((await world.get(`/markets/${market}`)).body).toMatchObject({ status: 'resolved', is_50_50_outcome: true });
    expect(await recovered(market)).toEqual(['resolved', null, null]);
    expect(await refusals(market, 'r2')).toEqual(Array(3).fill('refused: the market is resolved, its holders are paid'));
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('lists closed markets by stage, and every step is in the audit under its operator', async () => {
    const market = await listed();
    await world.submit({ command: { type: 'closeMarket', conditionId: market } });
    const [before] = await world.database.pool
      .query<{ count: number }>(`SELECT count(*)::int AS count FROM clob.audit WHERE command = 'ops.clob.resolutions.propose'`)
      .then(({ rows }) => rows);
    const listedAs = async (stage: 'awaiting' | 'proposed'): Promise<unknown> => {
      const reply = await ask('ann', 'ops.clob.resolutions.list', { stage, limit: 10, offset: 0 });
      return reply.ok ? reply.result.resolutions.map(({ conditionId }) => conditionId) : reply.error;
    };
    expect(await listedAs('awaiting')).toEqual([market]);
    await take('ann', 'ops.clob.resolutions.propose', { market, winner: 'Yes', source: SOURCE, reference: 't-1' });
    expect([await listedAs('awaiting'), await listedAs('proposed')]).toEqual([[], [market]]);
    const { rows } = await world.database.pool.query(
      `SELECT actor, outcome FROM clob.audit WHERE command = 'ops.clob.resolutions.propose' ORDER BY number OFFSET $1`,
      [before?.count ?? 0],
    );
    expect(rows).toEqual([
      { actor: 'ann', outcome: 'asked' },
      { actor: 'ann', outcome: 'done' },
    ]);
  });

  it('is the only one where the site forbids a direct one, and needs a source where the site asks for one', async () => {
    const market = await listed();
    const forbidden =
      "this site resolves markets by proposal (RESOLUTION_DIRECT=false): ops resolutions propose, then another operator's ops resolutions finalize";
    for (const dryRun of [true, false])
      expect(await world.command('ops.clob.markets.resolve', { market, winner: 'Yes', dryRun })).toEqual({
        ok: false,
        error: forbidden,
      });
    expect(await ask('ann', 'ops.clob.resolutions.propose', { market, winner: 'Yes', reference: 't-1' })).toEqual({
      ok: false,
      error: 'this site requires a source: add --source with a link to the result',
    });
  });

  it('an imported result only closes the market there; one that the catalog brings settled never traded', async () => {
    await world.learn(catalogMarket(81), catalogMarket(82, { closed: true, acceptingOrders: false, result: 'outcome0' }));
    await world.learn(catalogMarket(81, { closed: true, acceptingOrders: false, result: 'outcome0' }));
    const statusOf = async (number: number): Promise<unknown> =>
      fieldsOf((await world.get(`/markets/${conditionIdOf(number)}`)).body)['status'];
    expect([await statusOf(81), await statusOf(82)]).toEqual(['closed', 'resolved']);
  });

  it('is finalised only with the result that was proposed', async () => {
    const market = await listed();
    const proposal = { market, winner: 'No', source: SOURCE, reference: 't-1' };
    await take('ann', 'ops.clob.resolutions.propose', proposal);
    await world.pass(100);
    const refusal = { ok: false, error: 'refused: the proposed result is No' };
    expect(await ask('ben', ...finalize(market, 'Yes', 't-1'))).toEqual(refusal);
    expect(await take('ben', ...finalize(market, 'No', 't-1'))).toMatchObject({ stage: 'finalized', applied: true });
    expect(await take('ben', ...finalize(market, 'No', 't-1'))).toMatchObject({ stage: 'finalized', applied: false });
    expect(await ask('ben', ...finalize(market, 'Yes', 't-1'))).toEqual({
      ok: false,
      error: 't-1 named another proposal, and the result is No: use another reference',
    });
  });
});
