import { instantText } from '../../figures/instants';

export const AWAITING = 'Closed, not yet resolved';

const MILLIS = 1_000;

/** What the catalog has of the result of a market. */
export interface ListedResult {
  readonly umaResolutionStatus?: string;
  /** End of the dispute window, or of the grace period of a finalised result. */
  readonly umaEndDate?: string;
  /** Who finalised it. */
  readonly resolvedBy?: string;
}

/** How far the result of a closed market is. */
export function resultText({ umaResolutionStatus, umaEndDate, resolvedBy }: ListedResult): string {
  if (umaResolutionStatus === 'disputed') return 'Closed, the proposed result is in dispute';
  if (umaResolutionStatus !== 'proposed') return AWAITING;
  const until = umaEndDate === undefined ? '' : ` ${instantText(Date.parse(umaEndDate) / MILLIS)}`;
  return resolvedBy === undefined
    ? `Closed, a result is proposed: objections until${until}`
    : `Closed, the result is final: winners are paid at${until}`;
}
