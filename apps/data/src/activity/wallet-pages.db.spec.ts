import { ALICE, BOB, maker, RAIN, trade, TradingScript, YES } from '@foretell/testing/trading';
import type { Event, EventSource } from '@foretell/contracts';
import { DATABASE_POOL, type Pool } from '@foretell/platform-prisma';
import { DataWorld } from '../testing/data-world';
import { market } from '../testing/events';
import { ProfilesImport } from '../profiles/profiles.import';

jest.setTimeout(60_000);

const AT = Date.now() - 3_600_000;
const LIMIT_MAX = 100;

describe.each(['/activity', '/trades', '/public/activity', '/public/trades'])('cached pages of a wallet: %s', (list) => {
  const script = new TradingScript();
  const published = { clob: 0, gamma: 0 };
  const buy = (shares: number) =>
    script.play(trade({ at: AT, taker: ALICE, side: 'BUY', outcome: YES, makers: [maker(BOB, 'mint', shares, 40)] }));
  let world: DataWorld;
  let pool: Pool;
  let limit = LIMIT_MAX;

  /** Publishes events and waits until they are applied. */
  const publish = async (source: EventSource, events: readonly Event[]): Promise<void> => {
    await world.publish(source, events, published[source] + 1);
    published[source] += events.length;
    await world.until('the events are applied', async () => {
      const { rows: checkpoints } = await pool.query('SELECT 1 FROM data.checkpoints WHERE source = $1 AND sequence = $2', [
        source,
        published[source],
      ]);
      return checkpoints.length === 1;
    });
  };
  const rows = async (query = '') => (await world.get(`${list}?user=${BOB}${query}`)).body as readonly Record<string, unknown>[];
  /** A page that was not requested before, so it is not cached; all pages here have all rows. */
  const uncached = () => rows(`&limit=${(limit -= 1)}`);
  const cached = async () => {
    await rows();
    return rows();
  };

  beforeAll(async () => {
    world = await DataWorld.open();
    pool = world.app.get<Pool>(DATABASE_POOL);
    await publish('gamma', [market(RAIN, [])]);
    await publish('clob', buy(100));
  });
  afterAll(() => world?.close());

  it('are served again as long as nothing that they show has changed', async () => {
    const before = await cached();
    expect(before).toEqual(await uncached());
    // No event, so it has no part in the version.
    await pool.query(`UPDATE data.activity SET usdc_micros = usdc_micros + 1000000`);
    expect(await rows()).toEqual(before);
    expect(await uncached()).not.toEqual(before);
    await pool.query(`UPDATE data.activity SET usdc_micros = usdc_micros - 1000000`);
  });

  it('have a new trade once it is applied', async () => {
    await cached();
    await publish('clob', buy(7));
    expect(await rows()).toHaveLength(2);
    expect(await rows()).toEqual(await uncached());
  });

  it('have a new title, a new profile and another generation at once', async () => {
    await cached();
    await publish('gamma', [market(RAIN, [], { question: 'Will it pour?' })]);
    expect((await rows())[0]).toMatchObject({ title: 'Will it pour?' });
    expect(await rows()).toEqual(await uncached());
    for (const bio of ['first', 'second']) {
      await world.app.get(ProfilesImport).import([{ place: 'file', row: { proxyWallet: BOB, bio } }]);
      expect((await rows())[0]).toMatchObject({ title: 'Will it pour?', bio });
    }
    await pool.query('UPDATE data.projection SET generation = 2');
    expect(await rows()).toEqual([]);
    await pool.query('UPDATE data.projection SET generation = 1');
    expect(await rows()).toHaveLength(2);
  });

  it('lack what is archived, and have it again when it is restored', async () => {
    expect(await cached()).toHaveLength(2);
    await pool.query(
      `CREATE TABLE data.aside AS SELECT * FROM data.activity WHERE sequence = (SELECT min(sequence) FROM data.activity)`,
    );
    await pool.query(`DELETE FROM data.activity WHERE sequence = (SELECT min(sequence) FROM data.activity)`);
    await pool.query(`INSERT INTO data.archived (table_name, from_key, to_key, row_count, until_at, file, sha256, archived_at)
      VALUES ('data.activity', 1, 1, 2, 0, 'file', '', 0)`);
    expect(await rows()).toHaveLength(1);
    await pool.query(`INSERT INTO data.activity SELECT * FROM data.aside`);
    await pool.query(`DELETE FROM data.archived`);
    expect(await rows()).toHaveLength(2);
  });
});
