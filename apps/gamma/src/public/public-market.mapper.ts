import type { ProposalStageName, PublicMarketFields } from '@foretell/contracts';
import { BPS_PER_ONE, MICROS_PER_UNIT, PIPS_PER_USDC } from '@foretell/units';
import { toMarketFields } from '../catalog/resource.mapper';
import type { SourceRow } from '../catalog/tables';
import { publicRewardsOf } from './public-rewards';
import type { PublicMarketRow } from './public-rows';

const PIPS_PER_CENT = 100;
/** The marker that old clients expect in a market with fees. */
const TAKER_FEE_MARKER = 1000;
const RESOLVED = { umaResolutionStatus: 'resolved', acceptingOrders: false };
/** A finalised result is not settled before it is paid; after a reversal the market awaits a result. */
const RESULT_STATUS: Readonly<Record<ProposalStageName, string | undefined>> = {
  proposed: 'proposed',
  disputed: 'disputed',
  finalized: 'proposed',
  reversed: undefined,
};
/** Defaults for rows that omit what nearly every market of the public format has. */
const USUAL = {
  marketMakerAddress: '',
  makerBaseFee: 0,
  new: false,
  featured: false,
  restricted: false,
  ready: false,
  funded: false,
  approved: true,
  cyom: false,
};

/**
 * A market of the public format: its source's fields, overlaid by its columns, overlaid by what happened here. Source: interface,
 * Catalog.
 */
export function toPublicMarketFields(row: PublicMarketRow): PublicMarketFields {
  // Sources differ in their fields: Object.assign merges them in a fifteenth of the time that spreads take.
  const catalog = Object.assign({}, USUAL, row.source, toMarketFields(row));
  const listed = Object.assign(catalog, { questionID: someText(row.questionId), ...creatorOf(row) }, daysOf(row), termsOf(row));
  return Object.assign(listed, volumesOf(row), pricesOf(row), resultOf(row));
}

function creatorOf({ creator }: PublicMarketRow): SourceRow {
  return creator === null ? {} : { creator };
}

/** The close here, and the result of a proposal or a payout here, in the words that clients read. */
function resultOf({ tradingOverrides: { proposal }, source: given, closedAt, payoutPips }: PublicMarketRow): SourceRow {
  return {
    ...(closedAt === null ? {} : { closedTime: given['closedTime'] ?? new Date(closedAt).toISOString() }),
    ...(proposal === undefined ? {} : proposedOf(proposal)),
    ...(payoutPips === null ? {} : RESOLVED),
  };
}

function proposedOf({ stage, source, by, until }: NonNullable<PublicMarketRow['tradingOverrides']['proposal']>): SourceRow {
  return {
    umaResolutionStatus: RESULT_STATUS[stage],
    resolvedBy: stage === 'finalized' ? by : undefined,
    umaEndDate: until === undefined ? undefined : new Date(until).toISOString(),
    ...(source === '' ? {} : { resolutionSource: source }),
  };
}

function daysOf({ startDate, endDate, source }: PublicMarketRow): SourceRow {
  return {
    ...(startDate === '-infinity' ? {} : { startDateIso: source['startDateIso'] ?? startDate.slice(0, 10) }),
    ...(endDate === '-infinity' ? {} : { endDateIso: source['endDateIso'] ?? endDate.slice(0, 10) }),
  };
}

function termsOf(row: PublicMarketRow) {
  const { source, closed } = row;
  const trading = { ...row.trading, ...row.tradingOverrides };
  return {
    acceptingOrders: trading.acceptingOrders && !closed,
    enableOrderBook: trading.enableOrderBook,
    negRisk: trading.negRisk,
    negRiskMarketID: someText(trading.negRiskMarketId),
    negRiskRequestID: someText(trading.negRiskRequestId),
    orderPriceMinTickSize: trading.tickPips / PIPS_PER_USDC,
    orderMinSize: trading.minimumSizeMicros / MICROS_PER_UNIT,
    secondsDelay: trading.secondsDelay,
    ...feesOf(row),
    rewardsMinSize: trading.rewardsMinSizeMicros / MICROS_PER_UNIT,
    rewardsMaxSpread: trading.rewardsMaxSpreadPips / PIPS_PER_CENT,
    clobRewards: publicRewardsOf(row),
    ...(trading.gameStartTime === null ? {} : { gameStartTime: source['gameStartTime'] ?? trading.gameStartTime }),
  };
}

/** The fee charged here, whatever the source charges. Source: interface, Matching (fees). */
function feesOf({ trading, tradingOverrides, source }: PublicMarketRow) {
  const { feeRateBps, feeExponent } = { ...trading, ...tradingOverrides };
  if (feeRateBps === 0) return { feesEnabled: false, takerBaseFee: 0, makerBaseFee: 0, feeSchedule: undefined };
  const given = typeof source['feeSchedule'] === 'object' ? source['feeSchedule'] : null;
  const pinned = tradingOverrides.rebateRateBps === undefined ? {} : { rebateRate: tradingOverrides.rebateRateBps / BPS_PER_ONE };
  const rate = feeRateBps / BPS_PER_ONE;
  const feeSchedule = { rebateRate: 0, ...given, ...pinned, rate, exponent: feeExponent, takerOnly: true };
  return { feesEnabled: true, takerBaseFee: TAKER_FEE_MARKER, makerBaseFee: 0, feeSchedule };
}

/** The source's reduced volume plus the volume here; a source's parts by exchange become one sum after the first trade here. */
function volumesOf(row: PublicMarketRow) {
  const { source, volume, volume24hr, volume1wk, volume1mo, volume1yr } = row;
  const windows = { volume24hr, volume1wk, volume1mo, volume1yr, ...liquidityOf(row) };
  if (!row.isTraded) return { ...windows, volume: textOr(source['volume'], decimalOf(volume)), volumeNum: volume };
  return {
    ...windows,
    volume: decimalOf(volume),
    volumeNum: volume,
    volumeClob: volume,
    volume24hrClob: volume24hr,
    volume1wkClob: volume1wk,
    volume1moClob: volume1mo,
    volume1yrClob: volume1yr,
    ...NO_OTHER_EXCHANGE,
  };
}
const NO_OTHER_EXCHANGE = { volumeAmm: 0, volume24hrAmm: 0, volume1wkAmm: 0, volume1moAmm: 0, volume1yrAmm: 0 };

/** From the book here once it was quoted. */
function liquidityOf({ source, isQuoted, liquidity, competitive }: PublicMarketRow) {
  if (!isQuoted) return { liquidityNum: liquidity, liquidity: textOr(source['liquidity'], decimalOf(liquidity)) };
  return { liquidityNum: liquidity, liquidityClob: liquidity, liquidityAmm: 0, liquidity: decimalOf(liquidity), competitive };
}

/** Live once the trading service has quoted the market; the payout once it is resolved. */
function pricesOf(row: PublicMarketRow) {
  const { source, bestBidPips: bid, bestAskPips: ask, lastTradePips: last } = row;
  if (!row.isQuoted) {
    const unresolved = textOr(source['outcomePrices'], unknownPrices(row.outcomes.length));
    return {
      outcomePrices: row.payoutPips === null ? unresolved : pairOf(row.payoutPips),
      bestAsk: numberOr(source['bestAsk'], 1),
      spread: numberOr(source['spread'], 1),
    };
  }
  return {
    outcomePrices: pairOf(row.payoutPips ?? shownPips(row)),
    bestBid: bid === null ? undefined : bid / PIPS_PER_USDC,
    bestAsk: (ask ?? PIPS_PER_USDC) / PIPS_PER_USDC,
    spread: ((ask ?? PIPS_PER_USDC) - (bid ?? 0)) / PIPS_PER_USDC,
    lastTradePrice: last === null ? undefined : last / PIPS_PER_USDC,
    ...changesOf(row),
  };
}

/** Changes since the last price of the hour before the window; the source's changes have another definition. */
function changesOf(row: PublicMarketRow) {
  const now = 2 * (row.payoutPips ?? shownPips(row));
  const since = (halfPips: number | null): number | undefined =>
    halfPips === null ? undefined : (now - halfPips) / (2 * PIPS_PER_USDC);
  return {
    oneHourPriceChange: since(row.halfPips1hAgo),
    oneDayPriceChange: since(row.halfPips1dAgo),
    oneWeekPriceChange: since(row.halfPips1wkAgo),
    oneMonthPriceChange: since(row.halfPips1moAgo),
    oneYearPriceChange: undefined,
  };
}

/** The midpoint; the last trade when a side is empty; a half when no price is known. */
function shownPips({ bestBidPips, bestAskPips, lastTradePips }: PublicMarketRow): number {
  if (bestBidPips !== null && bestAskPips !== null) return (bestBidPips + bestAskPips) / 2;
  return lastTradePips ?? PIPS_PER_USDC / 2;
}

function pairOf(pips: number): string {
  return JSON.stringify([decimalOf(pips / PIPS_PER_USDC), decimalOf((PIPS_PER_USDC - pips) / PIPS_PER_USDC)]);
}

function unknownPrices(outcomes: number): string {
  return JSON.stringify(Array.from({ length: outcomes }, () => (outcomes === 2 ? '0.5' : '0')));
}

/** The shortest decimal, never with an exponent. */
function decimalOf(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(6) : text;
}

/** Clients take an empty text for a broken hash, so an empty value is omitted. */
function someText(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function textOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function numberOr(value: unknown, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise;
}
