import { STATE_HASH, USUAL_BOUNDS } from '@foretell/exchange';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Pool } from '@foretell/platform-prisma';
import type { Measurement } from '@foretell/testing';
import { raiseEpoch } from '../engine/epoch.query';
import { SIDE, STATUS } from '../columns/order.columns';
import { rebuild, recover, type Recovered } from '../engine/recovery';
import { databaseRecord } from '../engine/trading-record';
import { withPool } from './bench-pools';
import { takeOverOf } from './take-over';
import { timed } from './timed';

const ORDERS = 1_000_000;
const BALANCES_PER_WALLET = 10;
const WALLETS = 500_000;
const MARKETS = 1_000;
const SMALL = 10;
const SETTLE_MILLIS = 500;
const RULES = { gtdMinimumMillis: 60_000, bounds: USUAL_BOUNDS };
const AIM_SECONDS = 10;
const AIM_BYTES = 700;
const AIM_REHASH_SECONDS = 1;

/**
 * Time to recover from the tables to a core with a verified hash, and memory per open order: process memory after a garbage
 * collection minus that of the same state without orders. A tenth of the size when `small`.
 */
export function bench(options: { readonly databaseUrl: string; readonly small: boolean }): Promise<Measurement[]> {
  return withPool(options.databaseUrl, (pool) => measure(pool, options.small ? SMALL : 1));
}

async function measure(pool: Pool, part: number): Promise<Measurement[]> {
  const [orders, wallets] = [ORDERS / part, WALLETS / part];
  await pool.query(MARKETS_OF, [MARKETS]);
  await pool.query(WALLETS_OF, [wallets]);
  await pool.query(BALANCES_OF, [wallets, BALANCES_PER_WALLET, MARKETS]);
  await pool.query('vacuum analyze clob.balances, clob.wallets, clob.markets');
  const without = await bytesOf(() => rebuild(pool, RULES));
  await pool.query(ORDERS_OF, [orders, wallets, MARKETS]);
  await pool.query('vacuum analyze clob.orders');
  const withOrders = await bytesOf(() => rebuild(pool, RULES));
  await pool.query('update clob.journal_head set sequence = 1, state_hash = $1', [withOrders.stateHash]);
  const epoch = await raiseEpoch(pool);
  const recovery = await timed(() => recover(databaseRecord(epoch, pool), RULES));
  const rehash = await timed(() => recovery.value.exchange.rehash(STATE_HASH));
  const size = `${orders.toLocaleString('en')} open orders and ${(wallets * BALANCES_PER_WALLET).toLocaleString('en')} balances`;
  return [
    {
      name: `recovery of ${size}`,
      unit: 's',
      value: recovery.millis / 1_000,
      limit: { name: 'aim, or less', value: AIM_SECONDS / part },
    },
    { name: 'the same by CPU time of this process', unit: 's', value: recovery.cpuMillis / 1_000 },
    {
      name: 'the same state hashed again, as for another version of the hash',
      unit: 's',
      value: rehash.millis / 1_000,
      limit: { name: 'aim, or less', value: AIM_REHASH_SECONDS / part },
    },
    {
      name: 'memory of an open order',
      unit: 'bytes',
      value: (withOrders.bytes - without.bytes) / orders,
      limit: { name: 'aim, or less', value: AIM_BYTES },
    },
    { name: 'memory of a balance', unit: 'bytes', value: without.bytes / (wallets * BALANCES_PER_WALLET) },
    ...(await sizesOnDisk(pool, orders, wallets)),
    ...(await takeOverOf(pool, RULES, size)),
  ];
}

/** Memory of a recovered state, without temporary data. */
async function bytesOf(make: () => Promise<Recovered>): Promise<{ readonly bytes: number; readonly stateHash: string }> {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  // Twice, with ticks between: memory outside of the heap is released some time after the collection.
  const used = async (): Promise<number> => {
    for (let times = 0; times < 2; times += 1) {
      collect();
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MILLIS));
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const before = await used();
  const recovered = await make();
  const bytes = (await used()) - before;
  return { bytes, stateHash: recovered.exchange.stateHash() };
}

async function sizesOnDisk(pool: Pool, orders: number, wallets: number): Promise<Measurement[]> {
  const { rows } = await pool.query<{ orders: number; balances: number }>(
    `select pg_total_relation_size('clob.orders') as orders, pg_total_relation_size('clob.balances') as balances`,
  );
  const bytes = rows[0] ?? { orders: 0, balances: 0 };
  return [
    { name: 'an open order on disk, with its indexes', unit: 'bytes', value: bytes.orders / orders },
    { name: 'a balance on disk, with its index', unit: 'bytes', value: bytes.balances / (wallets * BALANCES_PER_WALLET) },
  ];
}

const MARKETS_OF = `
  insert into clob.markets (condition_id, number, status, tick_pips, minimum_size_micros, fee_rate_bps, fee_exponent,
    delay_millis,
    collateral_micros, supply0_micros, supply1_micros)
  select '0x' || encode(sha256(n::text::bytea), 'hex'), n, 'active', 100, 5000000, 0, 1, 0, 0, 0, 0 from generate_series(1, $1::int) n`;

const WALLETS_OF = `
  with names as (
    insert into clob.wallets (number, wallet)
    select n, '0x' || left(encode(sha256(n::text::bytea), 'hex'), 40) from generate_series(1, $1::int) n)
  insert into clob.owners (number, owner) select n, md5(n::text)::uuid::text from generate_series(1, $1::int) n`;

/** Collateral, and tokens of successive markets. */
const BALANCES_OF = `
  insert into clob.balances (wallet_number, asset, available_micros, locked_micros)
  select w, case when n = 0 then 0 else 2 * (1 + (w + n) % $3::int) + w % 2 end, 1000000000 + w, 1000000 * n
  from generate_series(1, $1::int) w, generate_series(0, $2::int - 1) n`;

/** Bids of either outcome below 0.5, so that none match. */
const ORDERS_OF = `
  insert into clob.orders (order_id, priority, wallet_number, owner_number, market_number, outcome, side, order_type,
    price_pips, size_micros,
    flags, accepted_at, filled_micros, filled_usdc_micros, locked_micros, status, signed)
  select sha256(n::text::bytea), n, 1 + n % $2::int, 1 + n % $2::int, 1 + n % $3::int, n % 2, ${SIDE.of('BUY')}, 1,
    100 * (1 + n % 49), 5000000, 0, 1800000000000, 0, 0, 500 * (1 + n % 49), ${STATUS.of('live')},
    sha256(n::text::bytea) || sha256(n::text::bytea) || sha256(n::text::bytea) || sha256(n::text::bytea) || '\\x00112233445566778899001122'
  from generate_series(1, $1::int) n`;
