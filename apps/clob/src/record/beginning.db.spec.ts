import type { NestExpressApplication } from '@nestjs/platform-express';
import type { ClobConfig } from '../clob.config';
import { EngineService } from '../engine/engine.service';
import { ClobWorld } from '../testing/clob-world';

describe('low: SANDBOX=true by mistake', () => {
  let world: ClobWorld;
  const apps: NestExpressApplication[] = [];

  afterEach(async () => {
    for (const app of apps.splice(0)) await app.close();
    await world?.close();
  });

  /** Starts another process of the service over the same record; returns the error that would have ended it. */
  const beside = async (change: Partial<ClobConfig>): Promise<{ readonly url: string; readonly fatal: unknown[] }> => {
    const fatal: unknown[] = [];
    const config = { ...world.config, ...change, terminate: (cause: unknown) => void fatal.push(cause) };
    const { app, url } = await world.process(config);
    apps.push(app);
    await world.until('it follows', async () => (await app.get(EngineService).check()) === null);
    return { url, fatal };
  };
  const credits = async (): Promise<unknown> => {
    const { rows } = await world.database.pool.query(
      `select reference from clob.ledger_entries where reference like 'sandbox:%'`,
    );
    return rows.length;
  };
  const live = { SANDBOX: 'false', ACCEPT_FOREIGN_DOMAIN: 'yes' };

  it('ends the process on a record that began outside the sandbox, and credits nobody', async () => {
    world = await ClobWorld.open(live);
    await world.trader();
    const { url, fatal } = await beside({
      sandboxCreditMicros: 10_000_000_000 as NonNullable<ClobConfig['sandboxCreditMicros']>,
    });
    await world.until('it ends', () => Promise.resolve(fatal.length > 0));
    expect(String(fatal[0])).toContain('SANDBOX=true, but this record began without the sandbox');
    await world.trader({ url });
    expect(await credits()).toBe(0);
  });

  it('is detected on a record older than the mark, by its credits', async () => {
    world = await ClobWorld.open(live);
    const { wallet } = await world.trader();
    const credit = { wallet: wallet.address, amount: '5', reference: 'deposit-1' };
    await world.submit({
      command: { type: 'credit', wallet: credit.wallet, amountMicros: 5_000_000 as never },
      attachment: { kind: 'ledger', reference: credit.reference },
    });
    await world.until('the credit is in the tables', async () => {
      const { rows } = await world.database.pool.query('select from clob.ledger_entries');
      return rows.length === 1;
    });
    await world.database.pool.query('delete from clob.beginning');
    const { fatal } = await beside({ sandboxCreditMicros: 1 as NonNullable<ClobConfig['sandboxCreditMicros']> });
    await world.until('it ends', () => Promise.resolve(fatal.length > 0));
  });

  it('does not apply where the record began in the sandbox', async () => {
    world = await ClobWorld.open();
    await world.trader();
    await world.until('the credit is in the tables', async () => (await credits()) === 1);
    await world.database.pool.query('delete from clob.beginning');
    const { url, fatal } = await beside({});
    await world.trader({ url });
    await world.until('the other credit, too', async () => (await credits()) === 2);
    expect(fatal).toEqual([]);
  });
});
