import { Inject, Injectable } from '@nestjs/common';
import { PLACE_ORDERS_MAX, PlaceOrderItem, type PlaceOrderResult } from '@foretell/contracts';
import { AUTH_CONFIG, SignatureChecker, type AuthConfig, type AuthenticatedCaller } from '@foretell/platform-auth';
import { CLOCK, HttpFailure, compileShape, type Clock } from '@foretell/platform-server';
import { ZERO_BYTES32, type Bytes32, type SignatureCheck } from '@foretell/signing';
import { formatMicros } from '@foretell/units';
import { CLOB_CONFIG, type ClobConfig } from '../clob.config';
import { RESPONSE_FORMATS, type ResponseFormat } from '../response-formats/response-formats';
import { keyOfText } from '../response-formats/key-ulid';
import { EngineService } from '../engine/engine.service';
import { encodeSignedOrder } from '../engine/journal/signed-order.codec';
import { signedAtOf } from '../engine/known/signed-at';
import type { Settled, Submission } from '../engine/submission';
import { MarketDirectory } from '../market-directory/market-directory';
import { WalletLinks } from '../ledger/wallet-links';
import { FirstAnswers, type FirstAnswer } from './first-answers.query';
import { parseOrder, type ParsedOrder } from './order-parser';
import {
  badSignature,
  banned,
  fromFuture,
  malformed,
  rejection,
  subjectOf,
  tooOld,
  unknownToken,
  wrongCondition,
  wrongOwner,
  type OrderRefusal,
} from './order-refusal';
import { countOrders } from './order.metrics';
import { placementOf } from './order-terms';
import { RehearsalService } from './rehearsal.service';
import { isUnsigned, unsignedCheck } from './unsigned-order';
import { duplicateResult, placedResult, refusedResult } from './placement.mapper';

/** Compiled, because it is read fifteen times a request on the hottest route. */
const readItem = compileShape(PlaceOrderItem);

/** State of an item of a batch: rejected during validation, or submitted to the writer. */
type Prepared =
  | { readonly kind: 'refused'; readonly refusal: OrderRefusal }
  /** Signed too long ago to be placed now; it may have been placed then. */
  | { readonly kind: 'outdated'; readonly orderId: string }
  | CheckedOrder;

/** An order of the caller's, in a shape that the writer takes. */
export interface CheckedOrder {
  readonly kind: 'submission';
  readonly orderId: string;
  readonly parsed: ParsedOrder;
  readonly price: string;
  readonly submission: Submission;
}

type Read = ParsedOrder | OrderRefusal;
type Check = SignatureCheck | undefined;

interface Batch {
  readonly body: unknown;
  readonly builder: Bytes32 | null;
  readonly check: (read: readonly Read[]) => Promise<readonly Check[]>;
  readonly settle: (prepared: readonly Prepared[]) => Promise<(Settled | undefined)[]>;
}

/**
 * The path of placed orders: shape, owner, token, signature, terms, then one command per item in the submitted order to the
 * single writer. Every item gets its own result; a bad one does not fail the others. Source: interface, POST /orders and
 * Matching.
 */
@Injectable()
export class PlacementService {
  constructor(
    @Inject(AUTH_CONFIG) private readonly auth: AuthConfig,
    @Inject(CLOB_CONFIG) private readonly config: ClobConfig,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly engine: EngineService,
    private readonly signatures: SignatureChecker,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
    private readonly firstAnswers: FirstAnswers,
    private readonly rehearsal: RehearsalService,
  ) {}

  /**
   * One result per item, in order. `builder` attributes the orders without a builder code of their own. Throws HttpFailure 400
   * when the body is not 1 to 15 items, 503 when nothing was placed or that cannot be known.
   */
  async place(caller: AuthenticatedCaller, body: unknown, builder: Bytes32 | null): Promise<PlaceOrderResult[]> {
    const check = (read: readonly Read[]) => this.checksOf(read, caller);
    const results = await this.results(caller, { body, builder, check, settle: (prepared) => this.submitted(prepared) });
    countOrders(results);
    return results;
  }

  /** One order checked as `place` checks it, for a route that gives the command itself. */
  async checked(caller: AuthenticatedCaller, item: unknown): Promise<CheckedOrder | OrderRefusal> {
    this.engine.requireViews();
    await this.links.current();
    const read = this.read(caller, item, null);
    const [check] = await this.checksOf([read], caller);
    const prepared = 'error' in read ? refused(read) : this.judge(caller, read, check);
    if (prepared.kind === 'refused') return prepared.refusal;
    return prepared.kind === 'outdated' ? tooOld(prepared.orderId) : prepared;
  }

  /** What `place` would answer now, without placing; also of orders that the caller's own wallet has not signed yet. */
  rehearse(caller: AuthenticatedCaller, body: unknown, builder: Bytes32 | null): Promise<PlaceOrderResult[]> {
    const check = (read: readonly Read[]) => this.rehearsalChecks(read, caller);
    return this.results(caller, { body, builder, check, settle: (prepared) => this.rehearsed(prepared) });
  }

  private async results(caller: AuthenticatedCaller, { body, builder, check, settle }: Batch): Promise<PlaceOrderResult[]> {
    const items = batchOf(body);
    this.engine.requireViews();
    await this.links.current();
    const read = items.map((item) => this.read(caller, item, builder));
    const checks = await check(read);
    const prepared = read.map((each, index) => ('error' in each ? refused(each) : this.judge(caller, each, checks[index])));
    const settled = await settle(prepared);
    const first = await this.firstAnswers.of(duplicatesAmong(prepared, settled));
    const shapes = RESPONSE_FORMATS[caller.format];
    return prepared.map((each, index) => resultOf(each, settled[index], first, shapes));
  }

  private async submitted(prepared: readonly Prepared[]): Promise<(Settled | undefined)[]> {
    const submissions = prepared.flatMap((each) => (each.kind === 'submission' ? [each.submission] : []));
    const { settled } = submissions.length === 0 ? { settled: [] } : await this.engine.submitAll(submissions);
    let next = 0;
    return prepared.map((each) => (each.kind === 'submission' ? settled[next++] : undefined));
  }

  private async rehearsed(prepared: readonly Prepared[]): Promise<(Settled | undefined)[]> {
    const drafts = prepared.flatMap((each) =>
      each.kind === 'submission' && each.submission.command.type === 'placeOrder' ? [each.submission.command] : [],
    );
    const outcomes = drafts.length === 0 ? [] : await this.rehearsal.outcomes(drafts);
    let next = 0;
    return prepared.map((each) => (each.kind === 'submission' ? outcomes[next++] : undefined));
  }

  /** Validates an item before its signature is checked; the signature is the expensive step. */
  private read(caller: AuthenticatedCaller, plain: unknown, builder: Bytes32 | null): Read {
    const shaped = readItem(plain);
    if (!shaped.ok) return malformed(shaped.faults);
    const item = shaped.value;
    if (keyOfText(item.owner) !== caller.apiKey) return wrongOwner(item.owner, caller.apiKey);
    const token = this.directory.byToken(item.order.tokenId);
    if (token === undefined) return unknownToken(item.order.tokenId);
    const { conditionId } = item.order;
    if (conditionId !== undefined && conditionId.toLowerCase() !== token.entry.conditionId) {
      return wrongCondition(conditionId, token.entry.conditionId);
    }
    const parsed = parseOrder(item, token);
    if ('error' in parsed) return parsed;
    // A version 1 order cannot carry a builder's code; its request may. Source: protocol 3, builder headers.
    return builder === null || parsed.builder !== ZERO_BYTES32 ? parsed : { ...parsed, builder };
  }

  private async rehearsalChecks(read: readonly Read[], caller: AuthenticatedCaller): Promise<readonly Check[]> {
    const isChecked = (each: Read): boolean => 'error' in each || !isUnsigned(each);
    const checks = (await this.checksOf(read.filter(isChecked), caller)).values();
    return read.map((each) =>
      'error' in each || isChecked(each)
        ? checks.next().value
        : unsignedCheck(each, caller.address, this.signatures.orderHash(each.signable, each.token.entry.negRisk)),
    );
  }

  /** By position of the item; none for items that are already rejected. */
  private async checksOf(read: readonly Read[], caller: AuthenticatedCaller): Promise<readonly Check[]> {
    const signed = read.flatMap((each) =>
      'error' in each
        ? []
        : [{ order: each.signable, signature: each.item.order.signature, isNegRisk: each.token.entry.negRisk }],
    );
    const { address, network } = caller;
    const checked = await this.signatures.checkAll(signed, address, (wallet) => this.links.ownerOf(wallet), network);
    const checks = checked.values();
    return read.map((each) => ('error' in each ? undefined : checks.next().value));
  }

  /**
   * Checks the signature, then the price: texts of later rejections name the order, so it must first be proved to be the
   * caller's.
   */
  private judge(caller: AuthenticatedCaller, parsed: ParsedOrder, check: Check): Prepared {
    const { signable, item } = parsed;
    if (check === undefined || !check.ok) return refused(this.signatureRefusal(check, parsed));
    const { orderHash: orderId } = check;
    const placement = placementOf(orderId, parsed);
    if ('error' in placement) return refused(placement);
    const signedAt = signedAtOf(signable);
    const age = this.ageFault(signable.version, signedAt);
    if (age === 'old') return { kind: 'outdated', orderId };
    if (age === 'future') return refused(fromFuture(orderId));
    return {
      kind: 'submission',
      orderId,
      parsed,
      price: placement.price,
      submission: {
        command: placement.command,
        from: caller.network,
        signer: caller.address,
        attachment: {
          kind: 'order',
          owner: caller.apiKey,
          builder: parsed.builder,
          signed: encodeSignedOrder(signable, item.order.signature),
          signedAt,
        },
      },
    };
  }

  /** Orders of version 1 have no signing time. */
  private ageFault(version: 1 | 2, signedAt: number | null): 'old' | 'future' | null {
    const { orderMaxAgeSeconds } = this.config;
    if (orderMaxAgeSeconds === null || version === 1) return null;
    const ageSeconds = signedAt === null ? Infinity : (this.clock() - signedAt) / 1_000;
    if (ageSeconds > orderMaxAgeSeconds) return 'old';
    return ageSeconds < -this.auth.maxAgeSeconds ? 'future' : null;
  }

  private signatureRefusal(check: Check, { signable, token }: ParsedOrder): OrderRefusal {
    const rules = this.auth.signatureRules;
    const domain = (signable.version === 1 ? rules.v1 : rules.v2) ?? rules.v2;
    const reason = check === undefined || check.ok ? 'unrecoverable' : check.reason;
    return badSignature(reason, {
      signer: signable.signer,
      maker: signable.maker,
      recovered: check === undefined || check.ok ? null : (check.recovered ?? null),
      domain: {
        name: domain.name,
        version: domain.version,
        chainId: domain.chainId,
        verifyingContract: token.entry.negRisk ? domain.negRiskExchange : domain.exchange,
      },
    });
  }
}

function refused(refusal: OrderRefusal): Prepared {
  return { kind: 'refused', refusal };
}

/** Source: protocol 6.1 and 6.3. */
function batchOf(body: unknown): readonly unknown[] {
  if (!Array.isArray(body) || body.length === 0) {
    throw new HttpFailure(400, 'Invalid order payload', 'invalid_payload', {
      expected: `an array of 1 to ${PLACE_ORDERS_MAX} orders`,
    });
  }
  if (body.length > PLACE_ORDERS_MAX) {
    throw new HttpFailure(
      400,
      `Too many orders in payload: ${body.length}, max allowed: ${PLACE_ORDERS_MAX}`,
      'too_many_orders',
      {
        maximum: PLACE_ORDERS_MAX,
      },
    );
  }
  return body;
}

function isDuplicate(settled: Settled | undefined): boolean {
  return settled?.type === 'known' || (settled?.type === 'rejected' && settled.reason === 'duplicate_order');
}

function duplicatesAmong(prepared: readonly Prepared[], settled: readonly (Settled | undefined)[]): string[] {
  return prepared.flatMap((each, index) => {
    const isKnown = each.kind === 'outdated' || (each.kind === 'submission' && isDuplicate(settled[index]));
    return isKnown ? [each.orderId] : [];
  });
}

function resultOf(
  each: Prepared,
  settled: Settled | undefined,
  first: ReadonlyMap<string, FirstAnswer>,
  shapes: ResponseFormat,
): PlaceOrderResult {
  if (each.kind === 'refused') return refusedResult(each.refusal);
  if (each.kind === 'outdated') return duplicateResult(each.orderId, first.get(each.orderId));
  if (settled === undefined) throw new Error(`order ${each.orderId} was submitted and never settled`);
  if (isDuplicate(settled)) return duplicateResult(each.orderId, first.get(each.orderId));
  if (settled.type === 'placed') return placedResult(each.parsed.item.order.side, settled, shapes);
  if (settled.type === 'barred') return refusedResult(banned(settled));
  if (settled.type === 'rejected') {
    return refusedResult(rejection(subjectOf(each.orderId), settled, each.price, sizeOf(each.parsed)));
  }
  throw new Error(`order ${each.orderId} settled as ${settled.type}`);
}

function sizeOf({ sizeMicros }: ParsedOrder): string {
  return formatMicros(sizeMicros);
}
