import { randomBytes } from 'node:crypto';
import { createWalletMiddleware } from '@metamask/eth-json-rpc-middleware';
import { SignTypedDataVersion, signTypedData } from '@metamask/eth-sig-util';
import { JsonRpcEngine, createAsyncMiddleware } from '@metamask/json-rpc-engine';
import { providerErrors, rpcErrors } from '@metamask/rpc-errors';
import { walletFromPrivateKey } from '@foretell/client';
import type { BrowserContext } from 'playwright-core';
import { fieldsOf, type Fields } from '../reads';

/** How the wallet's user reacts to its next request. */
type Answer = 'agrees' | 'declines' | 'does not look' | 'was asked before';

/** With the extension's error texts. */
const declined = () => providerErrors.userRejectedRequest('MetaMask Tx Signature: User denied message signature.');
const pending = () => rpcErrors.resourceUnavailable('Request of type ‘wallet_requestPermissions’ already pending. Please wait.');
const unknownChain = () =>
  providerErrors.custom({
    code: 4902,
    message: 'Unrecognized chain ID. Try adding the chain using wallet_addEthereumChain first.',
  });

/**
 * A browser wallet made of MetaMask's own published parts: its request engine, its checks of typed data, its signing. The
 * features of its extension follow its documentation: the visible accounts, the active chain, and the rule that typed data must
 * be of that chain.
 */
export class MetaMaskWallet {
  /** Every request of the page, in order. */
  readonly asked: { readonly method: string; readonly params: unknown }[] = [];
  readonly signed: Fields[] = [];
  private readonly engine = new JsonRpcEngine();
  private readonly keys = new Map<string, Buffer>();
  private readonly chains = new Set([1]);
  private chain = 1;
  private shown: readonly string[] = [];
  private answer: Answer = 'agrees';
  private isLocked = false;
  private declined: string | null = null;

  private constructor(
    readonly name: string,
    readonly rdns: string,
    private readonly context: BrowserContext,
  ) {}

  /** A wallet with a number of accounts, announced in every page that the context opens from now on (EIP-6963). */
  static async in(context: BrowserContext, name: string, rdns: string, accounts = 2): Promise<MetaMaskWallet> {
    const wallet = new MetaMaskWallet(name, rdns, context);
    for (let made = 0; made < accounts; made += 1) {
      const key = randomBytes(32);
      const { checksummedAddress } = await walletFromPrivateKey(key);
      wallet.keys.set(checksummedAddress.toLowerCase(), key);
    }
    wallet.shown = wallet.accounts.slice(0, 1);
    wallet.engine.push(
      createAsyncMiddleware(async (request, response, next) => {
        const own = wallet.own(request.method, request.params);
        if (own === undefined) return next();
        response.result = (await own) as null;
      }),
    );
    wallet.engine.push(
      createWalletMiddleware({
        getAccounts: async () => [...wallet.visible()],
        processTypedMessageV4: async ({ from, data }) => wallet.sign(from, String(data)),
      }),
    );
    const bridge = `wallet_${rdns.replaceAll('.', '_')}`;
    await context.exposeFunction(bridge, (method: string, params: unknown) => wallet.request(method, params));
    await context.addInitScript(announcement({ bridge, name, rdns }));
    return wallet;
  }

  get accounts(): readonly string[] {
    return [...this.keys.keys()];
  }

  /** Sets how the user reacts from now on. */
  person(answer: Answer): void {
    this.answer = answer;
  }

  /** The user agrees to everything but the next request of that method. */
  declineNext(method: string): void {
    this.declined = method;
  }

  /** Shows these accounts to the page, the active one first, and emits the event. */
  async show(accounts: readonly string[]): Promise<void> {
    this.shown = accounts;
    await this.emit('accountsChanged', this.visible());
  }

  /** Locks the wallet until the user is asked to unlock it and agrees. */
  async lock(): Promise<void> {
    this.isLocked = true;
    await this.emit('accountsChanged', []);
  }

  async switchTo(chain: number): Promise<void> {
    this.chains.add(chain);
    this.chain = chain;
    await this.emit('chainChanged', `0x${chain.toString(16)}`);
  }

  async emit(event: string, detail: unknown): Promise<void> {
    const message = JSON.stringify([event, detail]);
    for (const page of this.context.pages())
      await page.evaluate(`window.dispatchEvent(new CustomEvent('wallet:${this.rdns}', { detail: ${message} }))`);
  }

  private async request(method: string, params: unknown): Promise<Fields> {
    this.asked.push({ method, params });
    const answer = await this.engine.handle({ id: this.asked.length, jsonrpc: '2.0', method, params: params as [] });
    return fieldsOf(answer);
  }

  /** The extension's own responses, before the request reaches MetaMask's wallet middleware. */
  private own(method: string, params: unknown): Promise<unknown> | undefined {
    switch (method) {
      case 'eth_chainId':
        return Promise.resolve(`0x${this.chain.toString(16)}`);
      case 'eth_requestAccounts':
        return this.asking(() => {
          this.isLocked = false;
          return this.visible();
        });
      case 'wallet_switchEthereumChain':
        return this.change(chainOf(params));
      case 'wallet_addEthereumChain':
        if (this.declined === method) {
          this.declined = null;
          return Promise.reject(declined());
        }
        return this.asking(() => this.switchTo(chainOf(params)).then(() => null));
      default:
        return undefined;
    }
  }

  private async change(chain: number): Promise<null> {
    if (!this.chains.has(chain)) throw unknownChain();
    return this.asking(() => this.switchTo(chain).then(() => null));
  }

  private visible(): readonly string[] {
    return this.isLocked ? [] : this.shown;
  }

  private async sign(from: string, text: string): Promise<string> {
    const data = fieldsOf(JSON.parse(text));
    const chainId = Number(fieldsOf(data['domain'])['chainId']);
    if (chainId !== this.chain)
      throw rpcErrors.internal(`Provided chainId "${chainId}" must match the active chainId "${this.chain}"`);
    const privateKey = this.keys.get(from.toLowerCase());
    if (privateKey === undefined) throw rpcErrors.internal('No keyring found for the requested account.');
    return this.asking(() => {
      this.signed.push(data);
      return signTypedData({ privateKey, data: data as never, version: SignTypedDataVersion.V4 });
    });
  }

  private async asking<T>(act: () => T | Promise<T>): Promise<T> {
    if (this.answer === 'declines') throw declined();
    if (this.answer === 'was asked before') throw pending();
    if (this.answer === 'does not look') return new Promise(() => undefined);
    return act();
  }
}

function chainOf(params: unknown): number {
  return Number(fieldsOf(Array.isArray(params) ? params[0] : undefined)['chainId']);
}

/** Script in the page: a provider (EIP-1193) that forwards requests to the wallet, announced on request. */
function announcement({ bridge, name, rdns }: Readonly<Record<'bridge' | 'name' | 'rdns', string>>): string {
  return `(() => {
    const listeners = new Map();
    const provider = {
      async request({ method, params }) {
        const { result, error } = await window.${bridge}(method, params ?? []);
        if (error !== undefined) throw Object.assign(new Error(error.message), error);
        return result;
      },
      on(event, listener) { listeners.set(event, [...(listeners.get(event) ?? []), listener]); },
      removeListener(event, gone) { listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== gone)); },
    };
    window.addEventListener('wallet:${rdns}', ({ detail: [event, value] }) =>
      (listeners.get(event) ?? []).forEach((listener) => listener(value)));
    const info = Object.freeze({ uuid: crypto.randomUUID(), name: ${JSON.stringify(name)}, rdns: ${JSON.stringify(rdns)},
      icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1"/></svg>' });
    const announce = () => window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
    window.addEventListener('eip6963:requestProvider', announce);
    announce();
  })()`;
}
