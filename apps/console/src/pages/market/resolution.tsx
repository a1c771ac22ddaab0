import type { MarketRecord } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { dayText, instantText } from '../../figures/instants';

const MILLIS = 1_000;
const AWAITING = 'Awaiting result';

type Resolved = Pick<MarketRecord, 'status' | 'end_date_iso' | 'tokens' | 'is_50_50_outcome'>;

/** Additional fields of the catalog. */
export interface ListedFacts {
  readonly resolutionSource: string;
  /** When it was closed, if known. */
  readonly closedTime?: unknown;
}

interface ResolutionProps {
  readonly market: Resolved;
  readonly listed: ListedFacts | undefined;
}

/** How, when and by whom a market is decided, as rows of a list of terms. */
export function Resolution({ market, listed }: ResolutionProps): ReactNode {
  return (
    <>
      <dt>Result</dt>
      <dd>{resultText(market, listed)}</dd>
      <dt>Decided by</dt>
      <dd>This site’s operator, by the rules above. A winning share then pays $1, without a claim.</dd>
      {listed !== undefined && listed.resolutionSource !== '' && (
        <>
          <dt>Source</dt>
          <dd className="address">
            <Source source={listed.resolutionSource} />
          </dd>
        </>
      )}
    </>
  );
}

function Source({ source }: { readonly source: string }): ReactNode {
  if (!/^https?:\/\//.test(source) || !URL.canParse(source)) return source;
  return (
    <a href={source} target="_blank" rel="noreferrer noopener">
      {source}
    </a>
  );
}

/** A market's state in a word: its result, or what it waits for. */
export function standingText({ status, tokens, is_50_50_outcome: isHalved }: Omit<Resolved, 'end_date_iso'>): string {
  if (status === 'resolved') {
    const winner = tokens.find((token) => token.winner);
    return isHalved || winner === undefined ? 'Resolved to half and half' : `Resolved: ${winner.outcome}`;
  }
  if (status === 'closed') return AWAITING;
  if (status === 'paused') return 'Paused';
  return 'Open';
}

/** The catalog's data of a result that is not paid yet. */
export interface ListedStage {
  readonly umaResolutionStatus?: string;
  /** End of the dispute window, or of the grace period of a finalised result. */
  readonly umaEndDate?: string;
  /** Who finalised it. */
  readonly resolvedBy?: string;
}

/** The progress of a closed market's result. */
export function stageText({ umaResolutionStatus, umaEndDate, resolvedBy }: ListedStage): string {
  if (umaResolutionStatus === 'disputed') return 'Closed, the proposed result is in dispute';
  if (umaResolutionStatus !== 'proposed') return AWAITING;
  const until = umaEndDate === undefined ? '' : ` ${instantText(Date.parse(umaEndDate) / MILLIS)}`;
  return resolvedBy === undefined
    ? `Closed, a result is proposed: objections until${until}`
    : `Closed, the result is final: winners are paid at${until}`;
}

export function resultText(market: Resolved, listed: ListedFacts | undefined, now = Date.now()): string {
  const { status, end_date_iso: end } = market;
  const standing = standingText(market);
  if (status === 'resolved') {
    const at = typeof listed?.closedTime === 'string' ? Date.parse(listed.closedTime) : Number.NaN;
    return Number.isNaN(at) ? standing : `${standing}, ${instantText(at / MILLIS)}`;
  }
  const day = dayText(end);
  if (status === 'closed') return 'Awaiting result: trading has ended';
  if (end === null || day === '') return 'When the outcome is known';
  return Date.parse(end) < now ? `Awaiting result since ${day}` : `Expected after ${day}`;
}
