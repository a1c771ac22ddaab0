import { parsePriceDecimal, parseSizeDecimal, pricePips, sizeMicros, unixMillis, usdcMicros } from '@foretell/units';
import { flagsWhere, type Command, type OrderFlag, type OrderType, type OutcomeIndex } from '../command';

/** One line of a scenario: a command and its expected results. */
export interface ScenarioLine {
  readonly text: string;
  readonly words: readonly string[];
  readonly expected: string;
}

const CONDITION = 'the market';

/** Splits a scenario into lines; drops empty lines and everything after a #. */
export function linesOf(scenario: string): ScenarioLine[] {
  return scenario
    .split('\n')
    .map((line) => line.replace(/#.*/, '').trim())
    .filter((line) => line !== '')
    .map((text) => {
      const [doing = '', expected = ''] = text.split('->').map((part) => part.trim());
      return { text, words: doing.split(/\s+/), expected };
    });
}

function price(word: string): number {
  const parsed = parsePriceDecimal(word.replace('@', ''));
  if (!parsed.ok) throw new Error(`"${word}" is not a price: ${parsed.reason}`);
  return parsed.value;
}

function micros(word: string | undefined): number {
  const parsed = parseSizeDecimal(word?.replace('$', ''));
  if (!parsed.ok) throw new Error(`"${word}" is not an amount: ${parsed.reason}`);
  return parsed.value;
}

/** `post-only` for postOnly. */
function wordOf(flag: OrderFlag): string {
  return flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/**
 * `bob buys NO b1 12 @0.61 GTD 500 post-only`; a FOK or FAK BUY may be bounded by dollars: `bob buys b1 $5 @0.61 FOK`. One side
 * of an accepted quote waits, `bob buys b1 12 @0.61 quoted`; the other names it: `ann sells a1 12 @0.61 quoted for b1`.
 */
function order(words: readonly string[], at: number): Command {
  const [wallet = '', verb] = words;
  const rest = words.slice(2);
  const outcome: OutcomeIndex = rest[0] === 'NO' ? 1 : 0;
  if (rest[0] === 'NO' || rest[0] === 'YES') rest.shift();
  const [orderId = '', amount = '', limit = '', ...options] = rest;
  const orderType = options.find((word): word is OrderType => ['GTC', 'GTD', 'FOK', 'FAK'].includes(word)) ?? 'GTC';
  const life = options.find((word) => /^\d+$/.test(word));
  const pips = price(limit);
  const counterOrderId = options[options.indexOf('for') + 1];
  const isBudget = amount.startsWith('$');
  return {
    type: 'placeOrder',
    at: unixMillis(at),
    orderId,
    wallet,
    conditionId: CONDITION,
    outcome,
    side: verb === 'buys' ? 'BUY' : 'SELL',
    orderType,
    pricePips: pricePips(pips),
    sizeMicros: sizeMicros(isBudget ? Math.round((micros(amount) * 10_000) / pips) : micros(amount)),
    budgetMicros: isBudget ? usdcMicros(micros(amount)) : null,
    flags: flagsWhere((flag) => options.includes(wordOf(flag))),
    expiresAt: life === undefined ? null : unixMillis(at + Number(life)),
    ...(options.includes('for') && counterOrderId !== undefined ? { counterOrderId } : {}),
  };
}

/** `market tick 0.01 fee 200 exponent 1 delay 30 minimum 5`, each with a default. */
function terms(words: readonly string[]) {
  const value = (name: string, otherwise: string): string => words[words.indexOf(name) + 1] ?? otherwise;
  const has = (name: string, otherwise: string): string => (words.includes(name) ? value(name, otherwise) : otherwise);
  return {
    tickPips: price(has('tick', '0.01')),
    minimumSizeMicros: sizeMicros(micros(has('minimum', '0.000001'))),
    feeRateBps: Number(has('fee', '0')),
    feeExponent: Number(has('exponent', '1')),
    delayMillis: Number(has('delay', '0')),
  };
}

/** The command of a line; undefined for a line that only reads (`book`, `alice holds`, `order a1`). */
export function commandOf(words: readonly string[], now: number): Command | undefined {
  const [subject = '', verb = '', object = ''] = words;
  const at = unixMillis(now);
  const conditionId = CONDITION;
  if (subject === 'market') return { type: 'openMarket', at, conditionId, acceptingOrders: true, ...terms(words) };
  if (subject === 'terms') return { type: 'setMarketTerms', at, conditionId, ...terms(words) };
  if (subject === 'pause') return { type: 'pauseMarket', at, conditionId };
  if (subject === 'resume') return { type: 'resumeMarket', at, conditionId };
  if (subject === 'close') return { type: 'closeMarket', at, conditionId };
  if (subject === 'wait') return { type: 'advanceTime', at: unixMillis(now + Number(verb)) };
  if (subject === 'resolve') {
    const resolution = verb === 'YES' ? 'outcome0' : verb === 'NO' ? 'outcome1' : 'half';
    return { type: 'resolveMarket', at, conditionId, resolution };
  }
  const wallet = subject;
  if (verb === 'buys' || verb === 'sells') return order(words, now);
  if (verb === 'credited') return { type: 'credit', at, wallet, amountMicros: usdcMicros(micros(object)) };
  if (verb === 'debited') return { type: 'debit', at, wallet, amountMicros: usdcMicros(micros(object)) };
  if (verb === 'splits') return { type: 'splitPosition', at, wallet, conditionId, sizeMicros: sizeMicros(micros(object)) };
  if (verb === 'merges') return { type: 'mergePosition', at, wallet, conditionId, sizeMicros: sizeMicros(micros(object)) };
  if (verb === 'cancels' && object === 'all') return { type: 'cancelOrders', at, wallet, conditionId: null, outcome: null };
  if (verb === 'cancels') return { type: 'cancelOrder', at, wallet, orderId: object };
  if (subject === 'book' || subject === 'order' || verb === 'holds') return undefined;
  throw new Error(`The scenario line "${words.join(' ')}" has no meaning.`);
}
