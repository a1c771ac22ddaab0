import type {
  EventOf,
  FillV1,
  PositionMergedV1,
  PositionRedeemedV1,
  PositionSplitV1,
  SequencedEvent,
  TradeMatchedV1,
  TradingEvent,
} from '@foretell/contracts';
import { BadEvent, dispatch, type HandlerTable } from '@foretell/platform-nats';
import { cappedSum, PIPS_PER_USDC } from '@foretell/units';
import { averagePriceMicros, PRICE_MICROS_PER_PIP, type ActivityRow } from './activity';
import { changed, pairsChanged, type Condition } from './condition';
import { acquire, release } from './position';
import { TradingRows, type PriorRows } from './trading-rows';

/** One USDC buys one pair. */
const PAIR_PRICE_MICROS = 1_000_000;
const NO_TRADE = { isTrade: false, isFirstInMarket: false, sizeMicros: 0, usdcMicros: 0 } as const;
const NO_BUILDER = /^(0x)?0*$/;

/**
 * Reduces events and the rows that they touch to the rows to write. Pure: the same events and rows give the same result, in any
 * number of portions.
 */
export class TradingReduction {
  readonly rows: TradingRows;
  private readonly handlers: HandlerTable<'clob'>;

  constructor(prior: PriorRows) {
    this.rows = new TradingRows(prior);
    this.handlers = tradingHandlers(this.rows);
  }

  add(events: Iterable<SequencedEvent<'clob'>>): void {
    for (const event of events) dispatch(this.handlers, event);
  }
}

/** Events of these types change only the time, and the times of a source never decrease. */
export const LEAVING_NOTHING: ReadonlySet<string> = new Set<TradingEvent['type']>([
  'market.measured.v1',
  'order.accepted.v1',
  'order.closed.v1',
  'funds.credited.v1',
  'funds.debited.v1',
]);

/** Every trading event has a handler; a handler without effect states the reason. */
function tradingHandlers(rows: TradingRows): HandlerTable<'clob'> {
  return {
    'trade.matched.v1': (event, { sequence }) => applyTrade(rows, event, sequence),
    'position.split.v1': (event, { sequence }) => applySplit(rows, event, sequence),
    'position.merged.v1': (event, { sequence }) => applyMerge(rows, event, sequence),
    'position.redeemed.v1': (event, { sequence }) => applyRedemption(rows, event, sequence),
    'market.changed.v1': (event, { sequence }) => applyMarketChange(rows, event, sequence),
    'market.quoted.v1': (event, { sequence }) => {
      const { bestBidPips, bestAskPips, lastTradePips } = event;
      const at = rows.advance(event.at);
      rows.setCondition(changed(rows.condition(event.conditionId), sequence, at, { bestBidPips, bestAskPips, lastTradePips }));
    },
    'market.measured.v1': ({ at }) => void rows.advance(at),
    'order.accepted.v1': ({ at }) => void rows.advance(at),
    'order.closed.v1': ({ at }) => void rows.advance(at),
    // Credits and debits by the operator are no profit: they never enter a result. Source: interface, Data.
    'funds.credited.v1': ({ at }) => void rows.advance(at),
    'funds.debited.v1': ({ at }) => void rows.advance(at),
  };
}

function applyMarketChange(rows: TradingRows, event: EventOf<'market.changed.v1'>, sequence: number): void {
  const at = rows.advance(event.at);
  const condition = rows.condition(event.conditionId);
  const payout0Pips = event.payoutPips?.[0] ?? null;
  // All holders are paid by then. The half micros rounded away are fees and no longer belong to the condition.
  const collateralMicros = payout0Pips === null ? condition.collateralMicros : 0;
  rows.setCondition(changed(condition, sequence, at, { status: event.status, payout0Pips, collateralMicros }));
}

/** What taker and makers of a trade share. */
interface TradeFrame {
  readonly rows: TradingRows;
  readonly sequence: number;
  readonly at: number;
  readonly condition: Condition;
  readonly transactionHash: string;
}
/** One wallet's side of a trade: the taker's event and each fill have these fields. */
type TradeSide = Pick<FillV1, 'wallet' | 'outcome' | 'side' | 'sizeMicros' | 'usdcMicros'>;

function applyTrade(rows: TradingRows, trade: TradeMatchedV1, sequence: number): void {
  const at = rows.advance(trade.at);
  const condition = rows.condition(trade.conditionId);
  const frame: TradeFrame = { rows, sequence, at, condition, transactionHash: trade.transactionHash };
  applyPart(frame, 0, trade, trade.feeMicros, takerPriceMicros(trade));
  let pairsMicros = 0;
  for (const [index, fill] of trade.fills.entries()) {
    applyPart(frame, index + 1, fill, 0, fill.pricePips * PRICE_MICROS_PER_PIP);
    if (fill.kind !== 'transfer') pairsMicros += fill.kind === 'mint' ? fill.sizeMicros : -fill.sizeMicros;
  }
  const traded = {
    volumeMicros: cappedSum(condition.volumeMicros, trade.usdcMicros),
    lastTradePips: lastPricePips(trade) ?? condition.lastTradePips,
    supply0Micros: condition.supply0Micros + pairsMicros,
    supply1Micros: condition.supply1Micros + pairsMicros,
    collateralMicros: condition.collateralMicros + pairsMicros,
  };
  rows.setCondition(changed(condition, sequence, at, traded));
  if (!NO_BUILDER.test(trade.builder)) rows.addBuilderVolume(at, trade.builder, rows.wallet(trade.wallet), trade.usdcMicros);
}

function applyPart(frame: TradeFrame, part: number, traded: TradeSide, feeMicros: number, priceMicros: number): void {
  const { rows, sequence, at, transactionHash } = frame;
  const { outcome, side, sizeMicros, usdcMicros } = traded;
  const wallet = rows.wallet(traded.wallet);
  const condition = frame.condition.number;
  const movement = { at, sizeMicros, usdcMicros, feeMicros, isTrade: true };
  const move = side === 'BUY' ? acquire : release;
  const isFirstInMarket = usdcMicros > 0 && !rows.hasTraded(wallet, condition);
  const realizedMicros = rows.changePosition(wallet, condition, outcome, (position) => move(position, movement));
  const cashMicros = (side === 'BUY' ? -usdcMicros : usdcMicros) - feeMicros;
  const totals = rows.addDone(wallet, { isTrade: true, isFirstInMarket, sizeMicros, usdcMicros, cashMicros, realizedMicros });
  rows.add({
    sequence,
    part,
    at,
    wallet,
    condition,
    type: 'TRADE',
    outcome,
    side,
    sizeMicros,
    usdcMicros,
    feeMicros,
    priceMicros,
    transactionHash,
    realizedMicros,
    totals,
  });
}

/** The last fill's price of outcome 0. */
function lastPricePips({ fills }: TradeMatchedV1): number | undefined {
  const last = fills.at(-1);
  return last === undefined || last.outcome === 0 ? last?.pricePips : PIPS_PER_USDC - last.pricePips;
}

/** Exact when every fill had the same price, otherwise paid over received. */
function takerPriceMicros({ fills, outcome, usdcMicros, sizeMicros }: TradeMatchedV1): number {
  const priceOf = (fill: FillV1): number => (fill.outcome === outcome ? fill.pricePips : PIPS_PER_USDC - fill.pricePips);
  const [first] = fills;
  if (first === undefined) return averagePriceMicros(usdcMicros, sizeMicros);
  const only = priceOf(first);
  return fills.every((fill) => priceOf(fill) === only) ? only * PRICE_MICROS_PER_PIP : averagePriceMicros(usdcMicros, sizeMicros);
}

/** Halves the pair's USDC between its tokens; the odd micro goes to outcome 0. */
function halvesOf(micros: number): readonly [number, number] {
  const half1 = Math.floor(micros / 2);
  return [micros - half1, half1];
}

function applySplit(rows: TradingRows, event: PositionSplitV1, sequence: number): void {
  applyPair(rows, event, sequence, 'SPLIT');
}

function applyMerge(rows: TradingRows, event: PositionMergedV1, sequence: number): void {
  applyPair(rows, event, sequence, 'MERGE');
}

function applyPair(
  rows: TradingRows,
  event: PositionSplitV1 | PositionMergedV1,
  sequence: number,
  type: 'SPLIT' | 'MERGE',
): void {
  const at = rows.advance(event.at);
  const condition = rows.condition(event.conditionId);
  const wallet = rows.wallet(event.wallet);
  const { sizeMicros, transactionHash } = event;
  const move = type === 'SPLIT' ? acquire : release;
  let realizedMicros = 0;
  for (const [outcome, usdcMicros] of halvesOf(sizeMicros).entries()) {
    realizedMicros += rows.changePosition(wallet, condition.number, outcome, (position) =>
      move(position, { at, sizeMicros, usdcMicros, feeMicros: 0, isTrade: false }),
    );
  }
  rows.setCondition(pairsChanged(condition, sequence, at, type === 'SPLIT' ? sizeMicros : -sizeMicros));
  const row = pairRow(at, sequence, wallet, condition);
  const cashMicros = type === 'SPLIT' ? -sizeMicros : sizeMicros;
  const totals = rows.addDone(wallet, { ...NO_TRADE, cashMicros, realizedMicros });
  rows.add({ ...row, type, sizeMicros, usdcMicros: sizeMicros, transactionHash, realizedMicros, totals });
}

function pairRow(
  at: number,
  sequence: number,
  wallet: number,
  { number: condition }: Condition,
): Omit<ActivityRow, 'type' | 'sizeMicros' | 'usdcMicros' | 'transactionHash' | 'realizedMicros' | 'totals'> {
  return { sequence, part: 0, at, wallet, condition, outcome: null, side: null, feeMicros: 0, priceMicros: PAIR_PRICE_MICROS };
}

/** One row for each burnt outcome token; their payouts add up to the event's. */
function applyRedemption(rows: TradingRows, event: PositionRedeemedV1, sequence: number): void {
  const at = rows.advance(event.at);
  const condition = rows.condition(event.conditionId);
  const wallet = rows.wallet(event.wallet);
  const { transactionHash } = event;
  const payouts = payoutsOf(event);
  for (const [outcome, sizeMicros] of [event.outcome0Micros, event.outcome1Micros].entries()) {
    if (sizeMicros === 0) continue;
    const usdcMicros = payouts[outcome === 0 ? 0 : 1];
    const realizedMicros = rows.changePosition(wallet, condition.number, outcome, (position) =>
      release(position, { at, sizeMicros, usdcMicros, feeMicros: 0, isTrade: false }),
    );
    const priceMicros = averagePriceMicros(usdcMicros, sizeMicros);
    const row = pairRow(at, sequence, wallet, condition);
    const totals = rows.addDone(wallet, { ...NO_TRADE, cashMicros: usdcMicros, realizedMicros });
    rows.add({
      ...row,
      part: outcome,
      type: 'REDEEM',
      outcome,
      sizeMicros,
      usdcMicros,
      priceMicros,
      transactionHash,
      realizedMicros,
      totals,
    });
  }
  const redeemed = {
    supply0Micros: condition.supply0Micros - event.outcome0Micros,
    supply1Micros: condition.supply1Micros - event.outcome1Micros,
    collateralMicros: condition.collateralMicros - event.payoutMicros,
  };
  rows.setCondition(changed(condition, sequence, at, redeemed));
}

/** From the event alone: the resolution is published after the redemptions. */
function payoutsOf({ payoutMicros, payout0Micros }: PositionRedeemedV1): readonly [number, number] {
  if (payout0Micros > payoutMicros) throw new BadEvent(`outcome 0 is paid ${payout0Micros} of ${payoutMicros}`);
  return [payout0Micros, payoutMicros - payout0Micros];
}
