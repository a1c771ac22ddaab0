// Trades and reads from inside the cluster until its standard input ends, then prints the result as one line of JSON.
// Runs in the image `ops`, which has the client; /load/load.cjs of the namespace of the load.
const { createRequire } = require('node:module');
const http = require('node:http');
const { randomBytes } = require('node:crypto');
const { setTimeout: pause } = require('node:timers/promises');

const { ClientError, MarketDataClient, TradingClient, limitOrder, signingTerms, walletFromPrivateKey } =
  createRequire('/app/main.js')('@foretell/client');

const { TRADERS = '4', PAUSE_MS = '100' } = process.env;
/** Namespaces of the services that are not in the site's: {"clob": "foretell-clob"}. */
const PLACES = JSON.parse(process.argv[2] ?? '{}');
const at = (name, port) => `http://${name}.${PLACES[name] ?? 'foretell'}.svc:${port}`;
const CLOB = at('clob', 3001);
const READS = {
  clob: `${CLOB}/markets`,
  gamma: `${at('gamma', 3002)}/events?limit=2`,
  data: `${at('data', 3003)}/v1/leaderboard?timePeriod=WEEK`,
  console: `${at('console', 3000)}/`,
};
/** A sandbox wallet's money suffices for more than these. */
const ORDERS_OF_A_WALLET = 800;
const LEFT_OPEN = 20;
const AGAIN_MS = 50;
const READ_EVERY_MS = Number(PAUSE_MS) / 2;
const ANSWER_MS = 15_000;

let isOver = false;
process.stdin.on('end', () => (isOver = true)).resume();
const startedAt = performance.now();
const acknowledged = [];
const wallets = [];
const orders = { sentAgain: 0, refused: {}, turnedAway: {}, faults: [], longestGapMs: 0, gapAt: '' };
let lastAt;

function taken(id) {
  const now = performance.now();
  acknowledged.push(id);
  if (lastAt !== undefined && now - lastAt > orders.longestGapMs) {
    orders.longestGapMs = Math.round(now - lastAt);
    orders.gapAt = new Date().toISOString();
  }
  lastAt = now;
}

function count(counts, key) {
  counts[key] = (counts[key] ?? 0) + 1;
}

async function patiently(what) {
  for (;;) {
    try {
      return await what();
    } catch (error) {
      if (isOver) throw error;
      count(orders.turnedAway, `before trading: ${error.status ?? ''} ${error.code ?? error.message}`);
      await pause(500);
    }
  }
}

async function trade(seed, markets, terms) {
  for (let number = seed; !isOver;) {
    const wallet = await walletFromPrivateKey(randomBytes(32));
    const client = new TradingClient({ url: CLOB, wallet, ...terms, timeoutMs: ANSWER_MS });
    await patiently(() => client.createKey());
    wallets.push(wallet.address);
    const open = [];
    for (let each = 0; each < ORDERS_OF_A_WALLET && !isOver; each += 1, number += 1) {
      const market = markets[number % markets.length];
      const id = await settle(client, client.sign(draftOf(market, number)));
      if (id !== undefined) open.push(id);
      if (open.length > LEFT_OPEN) await client.cancel(open.shift()).catch(() => undefined);
      await pause(Number(PAUSE_MS));
    }
    client.close();
  }
}

function draftOf(market, number) {
  const [token, price] = [market.tokens[number % 2].token_id, (46 + (number % 9)) / 100];
  return limitOrder({
    tokenId: token,
    side: 'BUY',
    price: price.toFixed(2),
    size: String(5 + (number % 7)),
    isNegRisk: market.neg_risk,
  });
}

/** Sends one order until its result is known; the service allows this. */
async function settle(client, item) {
  let isAmbiguous = false;
  for (;;) {
    try {
      const [result] = await client.send([item]);
      const isTaken = result.success || (result.code === 'duplicate_order' && isAmbiguous);
      if (isTaken) taken(item.orderId);
      else count(orders.refused, result.code ?? result.errorMsg);
      return isTaken ? item.orderId : undefined;
    } catch (error) {
      if (!(error instanceof ClientError)) throw error;
      if (error.status === 500) orders.faults.push(`${new Date().toISOString()} ${error.text}`.slice(0, 500));
      if (error.status === 503 || error.status === 429) count(orders.turnedAway, `${error.status} ${error.code}`);
      if (error.code === 'outcome_unknown' || ![429, 503].includes(error.status)) {
        isAmbiguous = true;
        orders.sentAgain += 1;
        count(orders.turnedAway, `${error.status} ${error.code}`);
      }
      if (isOver && performance.now() - lastAt > ANSWER_MS) return undefined;
      await pause(AGAIN_MS);
    }
  }
}

/** Each read opens its own connection, so that the Service selects a replica for each. */
function get(url) {
  return new Promise((resolve) => {
    const request = http.get(url, { agent: false, timeout: ANSWER_MS }, (answer) => {
      answer
        .resume()
        .once('end', () => resolve(String(answer.statusCode)))
        .once('error', (error) => resolve(error.code));
    });
    request.once('error', (error) => resolve(error.code ?? error.message));
    request.once('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'timeout' })));
  });
}

async function readOne(name, url) {
  const read = { answered: 0, longestGapMs: 0, others: {}, at: [] };
  let last;
  while (!isOver) {
    const status = await get(url);
    const now = performance.now();
    if (status === '200') {
      if (last !== undefined) read.longestGapMs = Math.max(read.longestGapMs, Math.round(now - last));
      last = now;
      read.answered += 1;
    } else {
      count(read.others, status);
      read.at.push(`${new Date().toISOString()} ${status}`);
    }
    await pause(READ_EVERY_MS);
  }
  return [name, { ...read, at: read.at.slice(0, 20) }];
}

async function main() {
  const said = setInterval(() => process.stderr.write(`${acknowledged.length} acknowledged\n`), 1000);
  const reads = Object.entries(READS).map(([name, url]) => readOne(name, url));
  const market = new MarketDataClient({ url: CLOB, timeoutMs: ANSWER_MS });
  const terms = signingTerms(await patiently(() => market.exchange()));
  const markets = [];
  for await (const each of market.eachMarket()) {
    if (each.accepting_orders && !each.closed && each.seconds_delay === 0 && each.minimum_tick_size === 0.01) markets.push(each);
    if (markets.length === 3) break;
  }
  market.close();
  await Promise.all([...Array(Number(TRADERS)).keys()].map((seed) => trade(seed, markets, terms)));
  const read = Object.fromEntries(await Promise.all(reads));
  clearInterval(said);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const result = JSON.stringify({ seconds, acknowledged, wallets, orders, reads: read });
  process.stdout.write(`${result}\n`, () => process.exit(0));
}

void main();
