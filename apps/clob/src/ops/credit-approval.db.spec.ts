import { OpsClient } from '@foretell/platform-nats';
import { ClobWorld } from '../testing/clob-world';

const WALLET = `0x${'ab'.repeat(20)}`;
const LARGE = { wallet: WALLET, amount: '1000.000001', reference: 'deposit-1' };

describe('a credit above the bound', () => {
  let world: ClobWorld;
  let other: OpsClient;

  beforeAll(async () => {
    world = await ClobWorld.open({ CREDIT_APPROVAL_ABOVE: '1000' });
    other = new OpsClient(world.config.nats, { actor: 'other', reference: 'spec' });
  });
  afterAll(async () => {
    await other?.close();
    await world?.close();
  });

  const credit = (changes: Partial<typeof LARGE> = {}) => world.command('ops.clob.ledger.credit', { ...LARGE, ...changes });
  const available = async (): Promise<string> => {
    const shown = await world.command('ops.clob.ledger.show', { wallet: WALLET });
    return shown.ok ? shown.result.available : shown.error;
  };
  const waiting = async () => world.command('ops.clob.ledger.pending', {});

  it('waits, however often it is asked for, while one at the bound moves at once', async () => {
    expect(await credit({ amount: '1000', reference: 'small' })).toMatchObject({ ok: true, result: { applied: true } });
    for (let time = 0; time < 2; time += 1)
      expect(await credit()).toMatchObject({ ok: true, result: { applied: false, isPending: true, available: '1000' } });
    expect(await waiting()).toEqual({ ok: true, result: { credits: [{ ...LARGE, askedBy: 'tester', askedAt: world.now }] } });
  });

  it('is refused with another amount under its reference', async () => {
    expect(await credit({ amount: '2000' })).toMatchObject({
      ok: false,
      error: `the reference deposit-1 is taken by the pending credit of 1000.000001 USDC of ${WALLET}; use another`,
    });
  });

  it('is not approved by the operator who asked for it', async () => {
    expect(await world.command('ops.clob.ledger.approve', { reference: LARGE.reference })).toMatchObject({
      ok: false,
      error: 'tester requested this credit: another operator must approve it',
    });
    expect(await available()).toBe('1000');
  });

  it('moves once when others approve it, also at the same time, and is in the audit', async () => {
    const approve = () => other.request('ops.clob.ledger.approve', { reference: LARGE.reference });
    const answers = await Promise.all([approve(), approve()]);
    expect(answers.map((answer) => answer.ok && answer.result.applied).sort()).toEqual([false, true]);
    expect(await approve()).toMatchObject({ ok: true, result: { applied: false, available: '2000.000001' } });
    expect(await credit()).toMatchObject({ ok: true, result: { applied: false, available: '2000.000001' } });
    expect(await waiting()).toEqual({ ok: true, result: { credits: [] } });
    const audit = await world.command('ops.clob.audit.list', { command: 'ledger.approve', actor: 'other', limit: 2 });
    expect(audit).toMatchObject({ ok: true, result: { entries: [{ outcome: 'done' }, { outcome: 'asked' }] } });
    expect(await world.brokenInvariants()).toEqual([]);
  });

  it('never moves once anybody declined it, also who asked for it', async () => {
    const declined = { ...LARGE, reference: 'deposit-2' };
    const { reference } = declined;
    await credit({ reference });
    const decline = () => world.command('ops.clob.ledger.decline', { reference });
    for (let time = 0; time < 2; time += 1)
      expect(await decline()).toEqual({ ok: true, result: { ...declined, askedBy: 'tester', askedAt: world.now } });
    const refusal = {
      ok: false,
      error: 'the credit deposit-2 was declined by tester; request it again under another reference',
    };
    expect(await other.request('ops.clob.ledger.approve', { reference })).toMatchObject(refusal);
    expect(await credit({ reference })).toMatchObject(refusal);
    expect(await waiting()).toEqual({ ok: true, result: { credits: [] } });
    expect(await available()).toBe('2000.000001');
  });

  it('follows the first decision when it is approved and declined at the same time', async () => {
    const reference = 'deposit-3';
    await credit({ reference });
    const [approved, declined] = await Promise.all([
      other.request('ops.clob.ledger.approve', { reference }),
      world.command('ops.clob.ledger.decline', { reference }),
    ]);
    expect(approved.ok).toBe(!declined.ok);
    expect(await available()).toBe(approved.ok ? '3000.000002' : '2000.000001');
    if (!declined.ok) expect(declined.error).toBe('the credit deposit-3 was approved by other: it has taken effect');
  });

  it('is not declined once it was approved', async () => {
    expect(await world.command('ops.clob.ledger.decline', { reference: LARGE.reference })).toMatchObject({
      ok: false,
      error: 'the credit deposit-1 was approved by other: it has taken effect',
    });
  });

  it('does not wait when its reference has moved money before', async () => {
    expect(await credit({ reference: 'small' })).toMatchObject({
      ok: false,
      error: expect.stringContaining('is taken by the credit of 1000 USDC'),
    });
    expect(await waiting()).toEqual({ ok: true, result: { credits: [] } });
  });

  it('waits again when its movement is refused, and no other movement takes its reference', async () => {
    const reference = 'deposit-4';
    await credit({ reference, amount: '1000000000' });
    const taken = `the reference deposit-4 is taken by the pending credit of 1000000000 USDC of ${WALLET}; use another`;
    const debit = { wallet: WALLET, amount: '1', reference };
    expect(await world.command('ops.clob.ledger.debit', debit)).toEqual({ ok: false, error: taken });
    expect(await credit({ reference, amount: '1' })).toEqual({ ok: false, error: taken });
    expect(await other.request('ops.clob.ledger.approve', { reference })).toMatchObject({
      ok: false,
      error: expect.stringContaining('size too large'),
    });
    expect(await waiting()).toMatchObject({ ok: true, result: { credits: [{ reference }] } });
    expect(await world.command('ops.clob.ledger.decline', { reference })).toMatchObject({ ok: true });
    expect(await waiting()).toEqual({ ok: true, result: { credits: [] } });
  });

  it('is also the payment of a reward', async () => {
    const day = '2026-11-20';
    await world.database.pool.query(
      `INSERT INTO clob.reward_payments (day, kind, wallet, amount_micros, accrued_at) VALUES ($1, 'rewards', $2, 1000000001, 1)`,
      [day, WALLET],
    );
    const reference = `payout:rewards:${day}:${WALLET}`;
    const pay = () => world.command('ops.clob.rewards.pay', { day });
    const refused = `another operator must approve it: ops ledger approve ${reference}`;
    for (let time = 0; time < 2; time += 1)
      expect(await pay()).toMatchObject({ ok: true, result: { payments: [{ applied: false, refused }] } });
    const before = await available();
    expect(await other.request('ops.clob.ledger.approve', { reference })).toMatchObject({ ok: true, result: { applied: true } });
    const paid = await pay();
    expect(paid.ok && paid.result.payments).toEqual([{ kind: 'rewards', wallet: WALLET, amount: '1000.000001', applied: false }]);
    expect(Number(await available()) - Number(before)).toBeCloseTo(1000.000001);
  });

  it('does not pay a reward whose reference another credit holds, moved or waiting', async () => {
    const day = '2026-11-19';
    const owed = [`0x${'d1'.repeat(20)}`, `0x${'d2'.repeat(20)}`] as const;
    await world.database.pool.query(
      `INSERT INTO clob.reward_payments (day, kind, wallet, amount_micros, accrued_at)
        SELECT $1, 'rewards', wallet, 5000000, 1 FROM unnest($2::text[]) AS wallet`,
      [day, owed],
    );
    const moved = `payout:rewards:${day}:${owed[0]}`;
    const pending = `payout:rewards:${day}:${owed[1]}`;
    await credit({ reference: moved, amount: '7' });
    await credit({ reference: pending, amount: '1000.5' });
    const paid = await world.command('ops.clob.rewards.pay', { day });
    const refusals = paid.ok ? paid.result.payments.map(({ applied, refused }) => !applied && refused) : [];
    expect(refusals).toEqual([
      `the reference ${moved} is taken by the credit of 7 USDC of ${WALLET}; use another`,
      `the reference ${pending} is taken by the pending credit of 1000.5 USDC of ${WALLET}; use another`,
    ]);
  });

  it('is not approved under a reference that nobody asked for', async () => {
    expect(await other.request('ops.clob.ledger.approve', { reference: 'unknown' })).toMatchObject({
      ok: false,
      error: 'no credit is pending under the reference unknown; see ops ledger pending',
    });
  });
});
