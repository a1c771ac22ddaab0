import 'reflect-metadata';
import { MarketDataClient, StreamsClient, TradingClient, signingTerms, walletFromPrivateKey } from '@foretell/client';
import { messageOf } from '@foretell/platform-server';
import { Maker } from './maker';
import { readMakerConfig } from './maker.config';

/** One heartbeat that hangs, and the pause until the next one, stay below the time after which the service cancels the orders. */
const TIMEOUT_MILLIS = 5_000;

async function main(): Promise<void> {
  const { clobUrl: url, privateKey, markets } = readMakerConfig(process.env);
  const stop = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort());
  const log = (message: string): void =>
    void process.stdout.write(`${JSON.stringify({ time: new Date().toISOString(), message })}\n`);
  const wallet = await walletFromPrivateKey(Buffer.from(privateKey.replace(/^0x/, ''), 'hex'));
  const site = new MarketDataClient({ url });
  const trader = new TradingClient({ url, wallet, timeoutMs: TIMEOUT_MILLIS, ...signingTerms(await site.exchange()) });
  log(`quoting as ${wallet.checksummedAddress}`);
  await new Maker({ trader, streams: new StreamsClient({ url }), markets, log }).run(stop.signal);
  for (const client of [site, trader]) client.close();
}

main().catch((error: unknown) => {
  process.stderr.write(`${messageOf(error)}\n`);
  process.exitCode = 1;
});
