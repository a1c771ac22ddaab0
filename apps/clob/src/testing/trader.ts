import { HttpCaller, l2Headers, type TradingClient, type Wallet } from '@foretell/client';
import { ORDER_FLAGS } from '@foretell/exchange';
import { answerOf, fieldsOf, listOf, textOf, type Answer, type Fields } from './answer';
import { signedOrder, type TestOrder } from './signed-order';

export interface TraderOptions {
  readonly url: string;
  readonly clock: () => number;
  readonly client: TradingClient;
  readonly headerPrefix: string;
  readonly signatureEncoding: 'hex' | 'base64url';
}

/** A wallet with an API key that calls the service like the clients of its header prefix. */
export class Trader {
  readonly wallet: Wallet;

  constructor(private readonly options: TraderOptions) {
    this.wallet = options.client.wallet;
  }

  get key(): TradingClient['key'] {
    return this.options.client.key;
  }

  get apiKey(): string {
    return this.key.apiKey;
  }

  /** An authenticated request; a body other than a string is sent as JSON. */
  async call(method: string, path: string, body?: unknown): Promise<Answer> {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    return answerOf(await this.options.client.call(method, path, text));
  }

  get(path: string): Promise<Answer> {
    return this.call('GET', path);
  }

  /** The body of a request that must succeed. */
  async ok(method: string, path: string, body?: unknown): Promise<unknown> {
    const answer = await this.call(method, path, body);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`);
    return answer.body;
  }

  /** A placement item with its order id. */
  sign(draft: TestOrder, owner = this.apiKey): { readonly orderId: string; readonly item: Fields } {
    const { orderId, order } = signedOrder(this.wallet, draft, this.options.clock());
    const flags = Object.fromEntries(ORDER_FLAGS.map((flag) => [flag, draft[flag]]));
    return { orderId, item: { order, orderType: draft.orderType ?? 'GTC', owner, ...flags } };
  }

  /** Places orders in one POST /orders; returns one result each. */
  async place(...drafts: readonly TestOrder[]): Promise<Fields[]> {
    return listOf(
      await this.ok(
        'POST',
        '/orders',
        drafts.map((draft) => this.sign(draft).item),
      ),
    );
  }

  /** Places one order that must be accepted; returns its id. */
  async rest(draft: TestOrder): Promise<string> {
    const [result] = await this.place(draft);
    if (result?.['success'] !== true) throw new Error(`not taken: ${JSON.stringify(result)}`);
    return textOf(result['orderID']);
  }

  /** Available base units of the wallet, without those locked by open orders: collateral, or shares of a token. */
  async balance(tokenId?: string): Promise<string> {
    const asset = tokenId === undefined ? 'asset_type=COLLATERAL' : `asset_type=CONDITIONAL&token_id=${tokenId}`;
    return textOf(fieldsOf(await this.ok('GET', `/balance-allowance?${asset}`))['available']);
  }

  /** The headers of a request, signed like its client does. */
  signedHeaders(
    method: string,
    path: string,
    body: string,
    timestampSeconds = Math.floor(this.options.clock() / 1_000),
  ): Readonly<Record<string, string>> {
    const identity = {
      address: this.wallet.checksummedAddress,
      key: this.key,
      headerPrefix: this.options.headerPrefix,
      signatureEncoding: this.options.signatureEncoding,
    };
    return l2Headers(identity, { method, path, body: Buffer.from(body), timestampSeconds });
  }

  /** A request whose headers, time or body are changed after it was signed; an undefined header is omitted. */
  async tampered(method: string, path: string, body: string, change: Tampering): Promise<Answer> {
    const signed = this.signedHeaders(method, path, body, change.timestampSeconds);
    const headers = Object.entries({ ...signed, ...change.headers }).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    );
    const caller = new HttpCaller(this.options.url);
    try {
      return answerOf(
        await caller.call({
          method,
          path: change.sentPath ?? path,
          headers: Object.fromEntries(headers),
          body: change.sentBody ?? body,
        }),
      );
    } finally {
      caller.close();
    }
  }

  close(): void {
    this.options.client.close();
  }
}

export interface Tampering {
  readonly timestampSeconds?: number;
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly sentBody?: string;
  readonly sentPath?: string;
}
