/** Drives npm `@nevuamarkets/poly-websockets`; with `follow`, through disconnects. Another client trades. */
import { EventEmitter, on } from 'node:events';
import { createRequire } from 'node:module';
import { mapHosts } from './mapped-hosts.mjs';
import { awaited, drive, good, must, SITE } from './steps.mjs';
import { StreamedBook } from './streamed-book.mjs';

mapHosts({ 'ws-subscriptions-clob.polymarket.com': SITE.stream });
const require = createRequire(`${process.env.CLIENTS}/package.json`);
const { WSSubscriptionManager } = require('@nevuamarkets/poly-websockets');
const { ClobClient, OrderType, Side } = require('@polymarket/clob-client-v2');
const { Wallet } = require('@ethersproject/wallet');

const { clob, yes } = SITE;

async function trader() {
  const account = { host: clob, chain: 137, signer: new Wallet(SITE.key) };
  return new ClobClient({ ...account, creds: good(await new ClobClient(account).createOrDeriveApiKey()) });
}

/** Events of its handlers, in order, and the book built from them. */
async function followed() {
  const emitter = new EventEmitter();
  const streamed = new StreamedBook(yes);
  const manager = new WSSubscriptionManager({
    onBook: async (events) =>
      events.forEach((event) => {
        streamed.begin(event);
        emitter.emit('event', event);
      }),
    onPriceChange: async (events) =>
      events.forEach((event) => {
        event.price_changes.filter(({ asset_id: token }) => token === yes).forEach((change) => streamed.change(change));
        emitter.emit('event', event);
      }),
    onLastTradePrice: async (events) => events.forEach((event) => emitter.emit('event', event)),
  });
  const events = on(emitter, 'event');
  await manager.addSubscriptions([yes]);
  return { streamed, next: (what, wanted, timeoutMs) => awaited(what, events, ([event]) => wanted(event), timeoutMs) };
}

const isBook = ({ event_type: type }) => type === 'book';

async function bookStream() {
  const client = await trader();
  const { streamed, next } = await followed();
  await next('a book', isBook);
  const { orderID } = good(await client.createAndPostOrder({ tokenID: yes, price: 0.21, size: 7, side: Side.BUY }));
  await next('the order', ({ price_changes: changes = [] }) => changes.some(({ price }) => Number(price) === 0.21));
  await streamed.mustBeTrue(1);
  good(await client.cancelOrder({ orderID }));
  good(await client.createAndPostMarketOrder({ tokenID: yes, amount: 5, side: Side.BUY }, undefined, OrderType.FOK));
  await next('the trade', ({ event_type: type, price }) => type === 'last_trade_price' && Number(price) === 0.55);
}

/** Runs until the load's last order, through disconnects and a restart. */
async function follow() {
  const { streamed, next } = await followed();
  await next('the last order', () => streamed.isLast, Number(SITE.timeoutMs));
  await streamed.mustBeTrue(Number(SITE.changes));
}

await drive(process.argv[2] === 'follow' ? [['streams', 'book through cuts', follow]] : [['streams', 'market', bookStream]]);
