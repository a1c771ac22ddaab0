import type { MoneyReport, OpsRequest } from '@foretell/contracts';
import { ClobWorld, START, type WorldMarket } from '../testing/clob-world';
import type { Trader } from '../testing/trader';

const MONTH = { from: '2026-11-01', to: '2026-12-01' };

const micros = (decimal = ''): number => Math.round(Number(decimal) * 1e6);
const total = (decimals: readonly string[]): number => decimals.reduce((sum, decimal) => sum + micros(decimal), 0);

describe('the money report', () => {
  let world: ClobWorld;
  let market: WorldMarket;
  let free: WorldMarket;
  let maker: Trader;
  let taker: Trader;

  const report = async (request: OpsRequest<'ops.clob.report'>): Promise<Required<MoneyReport>> => {
    const answer = await world.command('ops.clob.report', request);
    if (!answer.ok) throw new Error(answer.error);
    const { totals, ledger, makers, biggest } = answer.result;
    if (totals === undefined || ledger === undefined || makers === undefined || biggest === undefined)
      throw new Error('no totals');
    return { ...answer.result, totals, ledger, makers, biggest };
  };

  beforeAll(async () => {
    world = await ClobWorld.open();
    [market, free] = [await world.list({ feeRateBps: 10_000, feeExponent: 1, rebateRateBps: 2_500 }), await world.list()];
    [maker, taker] = [await world.trader(), await world.trader()];
    await world.command('ops.clob.ledger.credit', { wallet: maker.wallet.address, amount: '250.5', reference: 'deposit-7' });
    await world.command('ops.clob.ledger.debit', { wallet: taker.wallet.address, amount: '0.000001', reference: 'withdrawal-1' });
    await maker.rest({ tokenId: market.yes, side: 'BUY', pips: 4_900, shares: 20 });
    await maker.rest({ tokenId: market.no, side: 'BUY', pips: 4_900, shares: 40 });
    await maker.rest({ tokenId: free.yes, side: 'BUY', pips: 3_000, shares: 7 });
    await world.pass(4);
    // Transfers, and mints of complete sets.
    await taker.ok('POST', '/positions/split', { conditionId: market.conditionId, amount: '30' });
    await taker.place({ tokenId: market.yes, side: 'SELL', pips: 4_900, shares: 20 });
    await taker.place({ tokenId: market.yes, side: 'BUY', pips: 5_100, shares: 11 });
    await taker.place({ tokenId: free.no, side: 'BUY', pips: 7_000, shares: 7 });
  });
  afterAll(() => world?.close());

  it('adds up to the ledger, to the micro', async () => {
    const { totals, ledger, fees, movements, isLast } = await report(MONTH);
    expect(isLast).toBe(true);
    expect(ledger).toMatchObject({ holds: true });
    const { credits, debits, balances, positions, fees: collected } = ledger;
    expect(micros(credits) - micros(debits)).toBe(micros(balances) + micros(positions) + micros(collected));
    expect(micros(totals.takerFees) + micros(totals.rounding)).toBe(micros(collected));
    expect(total(fees.map(({ takerFees }) => takerFees))).toBe(micros(totals.takerFees));
    expect(total(movements.map(({ kind, amount }) => (kind === 'credit' ? amount : `-${amount}`)))).toBe(
      micros(credits) - micros(debits),
    );
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('has the volume, and the wallets with most USDC', async () => {
    const { totals, biggest } = await report(MONTH);
    // 20 x 0.49, 11 x 0.51 and 7 x 0.70.
    expect(totals.volume).toBe('20.31');
    expect(biggest.map(({ wallet }) => wallet)).toEqual([maker.wallet.address, taker.wallet.address]);
  });

  it('has the fees of each market, and credits and debits by their references', async () => {
    const { fees, movements } = await report(MONTH);
    // 20 x 0.49 x 0.51 and 11 x 0.51 x 0.49.
    expect(fees).toEqual([
      { conditionId: market.conditionId, slug: market.event.slug, trades: 2, takerFees: '7.7469', rounding: '0' },
      { conditionId: free.conditionId, slug: free.event.slug, trades: 1, takerFees: '0', rounding: '0' },
    ]);
    expect(movements).toContainEqual({
      at: START,
      kind: 'credit',
      reference: 'deposit-7',
      wallet: maker.wallet.address,
      amount: '250.5',
    });
    expect(movements).toContainEqual({
      at: START,
      kind: 'debit',
      reference: 'withdrawal-1',
      wallet: taker.wallet.address,
      amount: '0.000001',
    });
  });

  it('leaves out what happened before and after its days', async () => {
    const nothing = { trades: 0, volume: '0', takerFees: '0', rounding: '0', credits: '0', debits: '0' };
    expect(await report({ from: '2026-11-01', to: '2026-11-21' })).toMatchObject({ totals: nothing, fees: [], movements: [] });
    expect(await report({ from: '2026-11-22', to: '2026-12-01' })).toMatchObject({ totals: nothing, fees: [], movements: [] });
    expect((await report({ from: '2026-11-21', to: '2026-11-22' })).totals).toEqual((await report(MONTH)).totals);
  });

  it('reports what makers are owed, before it is fixed and after it is paid', async () => {
    const owed = { day: '2026-11-21', kind: 'rebates', owed: '1.936725' };
    expect((await report(MONTH)).makers).toEqual([{ ...owed, paid: '0', isFixed: false }]);
    await world.pass(13 * 3_600);
    expect(await world.command('ops.clob.rewards.pay', { day: '2026-11-21' })).toMatchObject({ ok: true });
    const after = await report(MONTH);
    expect(after.makers).toEqual([{ ...owed, paid: '1.936725', isFixed: true }]);
    expect(after.movements.at(-1)).toMatchObject({ kind: 'credit', amount: '1.936725' });
    expect(after.ledger).toMatchObject({ holds: true });
  });

  it('collects the odd micros of a result of 50/50, which the doctor allows for', async () => {
    await maker.ok('POST', '/positions/split', { conditionId: free.conditionId, amount: '0.000001' });
    const resolved = await world.command('ops.clob.markets.resolve', { market: free.conditionId, winner: 'half' });
    expect(resolved).toMatchObject({ ok: true });
    expect(await world.brokenInvariants()).toEqual([]);
    expect((await report(MONTH)).ledger).toMatchObject({ holds: true });
  });

  it.each([
    [{ from: '2026-02-30', to: '2026-03-01' }, '"from" must be a valid date, not 2026-02-30'],
    [{ from: '2026-11-02', to: '2026-11-02' }, 'the period is empty'],
    [{ from: '2024-11-02', to: '2026-11-02' }, 'the maximum is 366; report it in parts'],
    [{ from: 'november', to: '2026-11-02' }, 'the from must be a UTC date'],
  ])('refuses %j with what to change', async (request, said) => {
    expect(await world.command('ops.clob.report', request)).toMatchObject({ ok: false, error: expect.stringContaining(said) });
  });

  it('is refused when its trades are archived', async () => {
    await world.database.pool.query(
      `insert into clob.archived (table_name, from_key, to_key, row_count, until_at, file, sha256, archived_at)
       values ('clob.trades', 1, 1, 1, $1, 'f', 's', 1)`,
      [START + 1],
    );
    expect(await world.command('ops.clob.report', MONTH)).toMatchObject({
      ok: false,
      error: expect.stringContaining('restore them first'),
    });
    await world.database.pool.query('delete from clob.archived');
  });

  it('is doubted by the doctor when a fee is not what was collected', async () => {
    await world.database.pool.query(`update clob.trades set fee_micros = fee_micros + 5 where trade_number = 1`);
    expect(await world.brokenInvariants()).toEqual([expect.stringContaining('fees are what trades left')]);
  });
});
