import { createHash, randomBytes } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { TradingClient } from '@foretell/client';
import type { Browser } from 'playwright-core';
import { fieldsOf, type Fields } from '../reads';
import { startSampleWorld, type World } from '../world';
import { startChromium } from './chromium';
import { serveConsole } from './console-server';
import { Visitor, type VisitorOptions } from './visitor';

const SIGNED_IN_SECONDS = 3_600;

/** A site's entries in the browser's storage, parsed where they are JSON. */
export interface StoredSite {
  readonly all: Fields;
  readonly session: Fields;
  /** API key of the session. */
  readonly apiKey: string;
  readonly playWallet: Fields;
}

/** A complete site with the sample catalog, its console, and a browser for any number of visitors. */
export class ConsoleSite {
  private readonly visitors: Visitor[] = [];

  private constructor(
    readonly world: World,
    readonly url: string,
    /** Key of the operator's view of the three services. */
    readonly operatorKey: string,
    private readonly server: ChildProcess,
    private readonly browser: Browser,
  ) {}

  /** With additional environment variables of the trading service. */
  static async open(clobSettings: Readonly<Record<string, string>> = {}): Promise<ConsoleSite> {
    const operatorKey = randomBytes(32).toString('hex');
    const digest = createHash('sha256').update(operatorKey).digest('hex');
    const browser = await startChromium();
    const world = await startSampleWorld({
      logLevel: 'info',
      environmentOf: (app) => ({ OPERATOR_VIEW_KEY_SHA256: digest, ...(app === 'clob' ? clobSettings : {}) }),
    });
    const { url, server } = await serveConsole({
      CONSOLE_CLOB_URL: world.clob.url,
      CONSOLE_GAMMA_URL: world.gamma.url,
      CONSOLE_DATA_URL: world.data.url,
      CONSOLE_CATALOG_URL: world.gamma.url,
      CONSOLE_CHAIN_NAME: 'Polygon',
      CONSOLE_CHAIN_CURRENCY: 'POL',
      CONSOLE_CHAIN_RPC_URL: 'https://rpc.example.org',
    });
    return new ConsoleSite(world, url, operatorKey, server, browser);
  }

  /** A visitor with a browser context of their own: empty storage, not signed in. */
  async visitor(options: VisitorOptions = {}): Promise<Visitor> {
    const visitor = await Visitor.come(this.browser, this.url, options);
    this.visitors.push(visitor);
    return visitor;
  }

  /** On a page of the site: stores a trader as a play wallet. Takes effect when a page is visited. */
  async signIn(visitor: Visitor, trader: TradingClient, privateKey: string): Promise<void> {
    const expiresAt = Math.floor(Date.now() / 1_000) + SIGNED_IN_SECONDS;
    const key = await trader.createScopedKey({ permission: 'trade', expiresAt });
    const session = { kind: 'play', address: trader.wallet.checksummedAddress, key, endsAt: expiresAt * 1_000 };
    await this.store(visitor, { session, playWallet: { privateKey } });
  }

  /** Writes the entries that a browser would store for a session and a play wallet. */
  async store(
    { page }: Visitor,
    { session, playWallet }: { readonly session: object; readonly playWallet: object },
  ): Promise<void> {
    for (const [name, value] of [
      [`foretell.wallet:${this.world.clob.url}`, session],
      [`foretell.play-wallet:${this.world.clob.url}`, playWallet],
    ] as const)
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(value))})`);
  }

  /** The site's entries in the browser's storage: all of them, and the session and the play wallet among them. */
  async stored({ page }: Visitor): Promise<StoredSite> {
    const all = fieldsOf(JSON.parse(String(await page.evaluate('JSON.stringify({ ...localStorage })'))));
    const part = (name: string): Fields => {
      const text = all[`foretell.${name}:${this.world.clob.url}`];
      return fieldsOf(JSON.parse(typeof text === 'string' ? text : '{}'));
    };
    const session = part('wallet');
    return { all, session, apiKey: String(fieldsOf(session['key'])['apiKey']), playWallet: part('play-wallet') };
  }

  async close(): Promise<void> {
    await this.browser.close();
    const ended = once(this.server, 'exit');
    this.server.kill('SIGTERM');
    await ended;
    await this.world.stop();
  }
}
