/**
 * Drives npm `@polymarket/real-time-data-client`: it receives a trade by `@polymarket/clob-client-v2`, and stays connected when a
 * topic is refused.
 */
import { createRequire } from 'node:module';
import { setTimeout as delay } from 'node:timers/promises';
import { drive, good, must, SITE } from './steps.mjs';

// It prints other messages; standard output is for the steps only.
const written = [];
console.log = (...words) => written.push(words);
console.error = () => undefined;
const require = createRequire(`${process.env.CLIENTS}/package.json`);
const { RealTimeDataClient } = require('@polymarket/real-time-data-client');
const { ClobClient, Side, OrderType } = require('@polymarket/clob-client-v2');
const { Wallet } = require('@ethersproject/wallet');

const TRIES = 20;
const messages = [];
const statuses = [];
let client;

/** Polls until it is true. */
async function until(what, holds) {
  for (let tried = 0; tried < 10 * TRIES; tried += 1) {
    if (holds()) return;
    await delay(100);
  }
  throw new Error(`never: ${what}`);
}

function connect() {
  return new Promise((resolve) => {
    client = new RealTimeDataClient({
      host: SITE.data.replace('http', 'ws'),
      onConnect: resolve,
      onStatusChange: (status) => statuses.push(status),
      onMessage: (_client, message) => messages.push(message),
    }).connect();
  });
}

async function activity() {
  const made = (creds) => new ClobClient({ host: SITE.clob, chain: 137, signer: new Wallet(SITE.key), creds });
  const trading = made(good(await made().createOrDeriveApiKey()));
  client.subscribe({ subscriptions: [{ topic: 'activity', type: '*', filters: '' }] });
  // The start of the subscription is not confirmed: the first message is a trade.
  for (let tried = 0; messages.length === 0 && tried < TRIES; tried += 1) {
    const order = { tokenID: SITE.yes, amount: 6, side: Side.BUY };
    good(await trading.createAndPostMarketOrder(order, undefined, OrderType.FOK));
    await delay(500);
  }
  await until(
    'both types',
    () => messages.some(({ type }) => type === 'trades') && messages.some(({ type }) => type === 'orders_matched'),
  );
  const { topic, timestamp, connection_id, payload } = messages.find(({ type }) => type === 'orders_matched');
  must(topic === 'activity' && Number.isInteger(timestamp) && typeof connection_id === 'string', 'another message');
  must(payload.conditionId === SITE.condition && payload.asset === SITE.yes && payload.side === 'BUY', 'another trade');
  must(payload.price > 0 && payload.size > 0 && payload.slug !== '' && payload.eventSlug !== '', 'no market');
}

async function refused() {
  client.subscribe({ subscriptions: [{ topic: 'crypto_prices', type: 'update' }] });
  const isRefusal = ([, { event } = {}]) => String(event?.data).startsWith('{"event_type":"error"');
  await until('a refusal', () => written.some(isRefusal));
  await delay(1_000);
  must(statuses.at(-1) === 'CONNECTED' && !statuses.includes('DISCONNECTED'), statuses.join());
}

drive([
  ['streams', 'connect', connect],
  ['streams', 'activity', activity],
  ['streams', 'refused topic', refused],
]);
