import { selected, type SqlOf } from '../database/columns';

/** A position with its wallet, and its market's mark and names. */
export interface NamedPosition {
  readonly address: string;
  readonly conditionId: string;
  readonly outcome: number;
  readonly sizeMicros: number;
  readonly costMicros: number;
  readonly realizedMicros: number;
  readonly acquiredMicros: number;
  readonly boughtMicros: number;
  readonly changedAt: number;
  readonly mark0HalfPips: number;
  readonly title: string | null;
  readonly eventId: string | null;
  readonly eventSlug: string | null;
  readonly outcome0: string | null;
  readonly outcome1: string | null;
}

/** With everything that a list of positions shows. */
export interface PositionRead extends NamedPosition {
  readonly isResolved: boolean;
  readonly oppositeMicros: number;
  readonly slug: string | null;
  readonly icon: string | null;
  readonly endDate: string | null;
  readonly negRisk: boolean | null;
}

export const NAMED_POSITION: SqlOf<NamedPosition> = {
  address: 'w.address',
  conditionId: 'c.condition_id',
  outcome: 'p.outcome',
  sizeMicros: 'p.size_micros',
  costMicros: 'p.cost_micros',
  realizedMicros: 'p.realized_micros',
  acquiredMicros: 'p.acquired_micros',
  boughtMicros: 'p.bought_micros',
  changedAt: 'p.changed_at',
  mark0HalfPips: 'c.mark_half_pips',
  title: 'm.title',
  eventId: 'm.event_id',
  eventSlug: 'm.event_slug',
  outcome0: 'm.outcome0',
  outcome1: 'm.outcome1',
};
const COLUMNS: SqlOf<PositionRead> = {
  ...NAMED_POSITION,
  isResolved: 'c.payout0_pips IS NOT NULL',
  oppositeMicros: 'coalesce(o.size_micros, 0)',
  slug: 'm.slug',
  icon: 'm.icon',
  endDate: 'm.end_date',
  negRisk: 'm.neg_risk',
};
export const POSITION_READ_COLUMNS = selected(COLUMNS);

/**
 * The possible joins of a position `p`: its wallet, its condition, the market, the wallet's opposite position, the outcome's own
 * mark.
 */
const JOINS = {
  w: 'JOIN data.wallets w ON w.generation = p.generation AND w.number = p.wallet',
  c: 'JOIN data.conditions c ON c.generation = p.generation AND c.number = p.condition',
  m: 'LEFT JOIN data.markets m ON m.generation = p.generation AND m.condition_id = c.condition_id',
  o: 'LEFT JOIN data.positions o ON o.generation = p.generation AND o.wallet = p.wallet AND o.condition = p.condition AND o.outcome = 1 - p.outcome',
  mark: 'CROSS JOIN LATERAL (SELECT CASE p.outcome WHEN 0 THEN c.mark_half_pips ELSE 20000 - c.mark_half_pips END AS half_pips) mark',
};
const ALIASES = ['w', 'c', 'm', 'o', 'mark'] as const satisfies (keyof typeof JOINS)[];

/**
 * The joins that an expression references, ordered by dependency. A wallet can have tens of thousands of positions, so unused
 * joins are omitted.
 */
export function joinsFor(expression: string): string {
  const speaksOf = (...aliases: readonly string[]): boolean =>
    aliases.some((alias) => expression.includes(` ${alias}.`) || expression.includes(`(${alias}.`));
  return ALIASES.filter((alias) => (alias === 'c' ? speaksOf('c', 'm', 'mark') : speaksOf(alias)))
    .map((alias) => JOINS[alias])
    .join('\n  ');
}
export const POSITION_READ_JOINS = ALIASES.map((alias) => JOINS[alias]).join('\n  ');

/**
 * Size x mark in micros, rounded down as in projections/mark.ts; 20000 half pips are 1 USDC. Computed in two parts, because the
 * product may exceed a bigint.
 */
export const VALUE = '((p.size_micros / 20000) * mark.half_pips + (p.size_micros % 20000) * mark.half_pips / 20000)';
