import { FailureAnswers, refuseUnread } from '@foretell/platform-server';
import { createServer, request, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { HEAD_BYTES } from '../service';
import type { ClobWorld, WorldMarket } from './clob-world';
import type { Trader } from './trader';

/** The raw response without its date. */
export interface RawAnswer {
  readonly status: number | undefined;
  readonly headers: readonly string[];
  readonly body: string;
}

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

/**
 * Compares responses byte by byte: those of the service's direct routing by method and path, and those of Express's router with
 * the same handlers.
 */
export class ComparedAnswers {
  private constructor(
    private readonly world: ClobWorld,
    private readonly express: Server,
    /** With an order of `trader` for each outcome. */
    readonly market: WorldMarket,
    /** Without orders, with a name of multi-byte letters. */
    readonly empty: WorldMarket,
    readonly trader: Trader,
  ) {}

  static async open(world: ClobWorld): Promise<ComparedAnswers> {
    const market = await world.list();
    const empty = await world.list({ question: 'Wird es schön? 好', description: '“ß” 🎉' });
    const trader = await world.trader();
    await trader.rest({ tokenId: market.yes, side: 'BUY', pips: 4_200, shares: 20 });
    await trader.rest({ tokenId: market.no, side: 'BUY', pips: 5_500, shares: 7 });
    const router = world.app.getHttpAdapter().getInstance() as RequestListener;
    const express = createServer({ maxHeaderSize: HEAD_BYTES }, router);
    refuseUnread(express, world.app.get(FailureAnswers), HEAD_BYTES);
    await new Promise<void>((resolve) => express.listen(0, '127.0.0.1', resolve));
    return new ComparedAnswers(world, express, market, empty, trader);
  }

  close(): void {
    this.express.closeAllConnections();
    this.express.close();
  }

  get expressUrl(): string {
    return `http://127.0.0.1:${(this.express.address() as AddressInfo).port}`;
  }

  /** `shown` masks the parts that differ between requests. */
  async both(sent: RawRequest, shown = (answer: RawAnswer): RawAnswer => answer): Promise<void> {
    const answer = shown(await send(this.world.url, sent));
    expect([sent, shown(await send(this.expressUrl, sent))]).toEqual([sent, answer]);
    // Again, from the cache.
    expect([sent, shown(await send(this.world.url, sent))]).toEqual([sent, answer]);
  }

  /** The request with the credentials of `trader`. */
  signed(sent: RawRequest): RawRequest {
    const credentials = this.trader.signedHeaders(sent.method, sent.target, sent.body ?? '');
    return { ...sent, headers: { 'content-type': 'application/json', ...credentials, ...sent.headers } };
  }
}

export function send(origin: string, { method, target, headers = {}, body }: RawRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${target}`, { method, headers, agent: false }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const { rawHeaders } = response;
        const date = rawHeaders.indexOf('Date');
        resolve({
          status: response.statusCode,
          headers: date === -1 ? rawHeaders : rawHeaders.toSpliced(date + 1, 1),
          body: Buffer.concat(chunks).toString('latin1'),
        });
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}
