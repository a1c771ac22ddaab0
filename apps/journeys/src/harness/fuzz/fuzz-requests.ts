import type { TradingClient } from '@foretell/client';
import {
  committedApi,
  readOperations,
  requestsOf,
  ENCODING_COUNT,
  encodedTarget,
  type ApiRequest,
  type KnownValues,
  type OpenApi,
  type Operation,
} from '@foretell/testing';
import * as fc from 'fast-check';
import { limit } from '../orders';
import type { OpenMarket } from '../reads';
import { hostileBody, hostileText, hostileValue, inUrl, spoilt } from './hostile-values';
import type { Random } from '../random';

export type FuzzService = 'clob' | 'gamma' | 'data';

/** A request as sent. `identity` signs it, if anything does: a wallet, or an API key. */
export interface FuzzRequest {
  /** The operation of the document from which it was derived. */
  readonly operation: string;
  readonly method: string;
  readonly target: string;
  readonly body: string | undefined;
  readonly identity: 'none' | 'wallet' | 'signed' | 'spoilt';
}

/** Existing values of the service, so that requests pass the first validation. */
export interface FuzzWorld {
  readonly markets: readonly OpenMarket[];
  readonly known: KnownValues;
}

/** Requests for each operation; the seed determines their order. */
const SAMPLES = 25;
const PLACING = /^POST \/orders?(\/dry-run)?$/;
/** Operations that a wallet itself signs. */
const OF_A_WALLET = /^(POST \/auth\/api-key|GET \/auth\/derive-api-key)$/;
/** Characters that Node's own client refuses to send. */
const UNSENDABLE = /[^\u0021-\u00ff]/;
const METHODS = ['GET', 'POST', 'DELETE', 'PUT', 'PATCH', 'HEAD', 'OPTIONS'];

/** Requests of a service: valid ones of its document, mutated ones, and random ones. */
export class FuzzRequests {
  private readonly document: OpenApi;
  private readonly operations: readonly Operation[];
  private readonly samples = new Map<Operation, readonly ApiRequest[]>();

  constructor(
    readonly service: FuzzService,
    seed: number,
    private readonly random: Random,
    private readonly world: FuzzWorld,
  ) {
    this.document = committedApi(service);
    this.operations = readOperations(this.document);
    for (const operation of this.operations)
      this.samples.set(operation, fc.sample(requestsOf(operation, this.document, world.known), { numRuns: SAMPLES, seed }));
  }

  /** Parameter and field names of the service's document. */
  get names(): readonly string[] {
    return this.operations.map(({ name }) => name);
  }

  next(signer: TradingClient): FuzzRequest {
    const { random } = this;
    const operation = random.pick(this.operations);
    const sample = random.pick(this.samples.get(operation) ?? []);
    const body = PLACING.test(operation.name) && random.chance(0.7) ? this.orders(operation, signer) : sample.body;
    const good = {
      operation: operation.name,
      method: sample.method,
      target: sample.target,
      body: textOf(body),
      identity: this.identity(operation),
    };
    const kind = random.next();
    if (kind < 0.35) return good;
    if (kind < 0.6) return { ...good, target: this.spoiltTarget(operation, sample.target) };
    if (kind < 0.85) return { ...good, body: textOf(body === undefined ? hostileValue(random) : spoilt(body, random)) };
    return this.unthoughtOf(good);
  }

  private identity({ name }: Operation): FuzzRequest['identity'] {
    if (this.service !== 'clob') return 'none';
    return this.random.chance(0.8) ? (OF_A_WALLET.test(name) ? 'wallet' : 'signed') : this.random.pick(['none', 'spoilt']);
  }

  /** Correctly signed orders, some of them changed after signing. */
  private orders({ path }: Operation, signer: TradingClient): unknown {
    const { random } = this;
    const item = (): unknown => {
      const draft = limit(random.pick(this.world.markets), 'BUY', random.pick([0, 1]), 5 + random.below(5), 5 + random.below(40));
      const { item: signed } = signer.sign(draft);
      return random.chance(0.4) ? spoilt(signed, random) : signed;
    };
    return path.startsWith('/orders') ? Array.from({ length: 1 + random.below(16) }, item) : item();
  }

  private spoiltTarget({ parameters }: Operation, target: string): string {
    const { random } = this;
    const [path = '', query = ''] = target.split('?');
    const names = parameters.flatMap(({ name, in: place }) => (place === 'query' ? [name] : []));
    const name = names.length > 0 && random.chance(0.9) ? random.pick(names) : inUrl(hostileText(random), random);
    const kept = query.split('&').filter((part) => part !== '' && (random.chance(0.3) || !part.startsWith(`${name}=`)));
    const given = `${name}=${inUrl(hostileText(random), random)}`;
    const parts = path.split('/');
    if (names.length === 0 && parts.length > 2) return `${parts.slice(0, -1).join('/')}/${inUrl(hostileText(random), random)}`;
    return `${path}?${[...kept, given].join('&')}`;
  }

  private unthoughtOf({ operation, method, target, body, identity }: FuzzRequest): FuzzRequest {
    const { random } = this;
    const otherwise = encodedTarget(target, random.below(ENCODING_COUNT), random.below(target.length));
    const paths = [
      // A client that throws sends nothing.
      UNSENDABLE.test(otherwise) ? target : otherwise,
      target.toUpperCase(),
      `${target}/`,
      `/${target}`,
      `/public${target}`,
      `${target}?${'a=1&'.repeat(random.below(1_500))}`,
      `/${inUrl(hostileText(random), random)}`,
      `${target}${target.includes('?') ? '&' : '?'}${inUrl(hostileText(random), random)}[${inUrl(hostileText(random), random)}]=1`,
    ];
    return {
      operation,
      method: random.chance(0.5) ? method : random.pick(METHODS),
      target: random.chance(0.5) ? target : random.pick(paths),
      body: random.chance(0.6) ? hostileBody(random) : body,
      identity,
    };
  }
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body);
}
