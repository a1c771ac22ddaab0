import { useCallback, useRef, useState } from 'react';
import type { Trading } from '../wallet/use-trader';
import { Placement } from './placement';
import type { Placing, PlacingTerms, Writing } from './placing';
import type { Plan } from './plan';

const WRITING: Writing = { at: 'writing', side: undefined, fault: null, of: null };

export interface PlacingSteps {
  readonly placing: Placing;
  /** Rehearses the order on the exchange. Signs nothing. */
  readonly review: (plan: Plan) => void;
  /** Signs and places the reviewed order. A signed order that is sent again never trades twice. */
  readonly place: () => void;
  /** Returns to editing. Later signatures and responses are ignored. */
  readonly again: () => void;
}

/** Takes one order of an outcome from the ticket to the exchange: rehearse, sign, place. The other outcome has its own state. */
export function usePlacing(trading: Trading | null, { tokenId, readFee, onPlaced }: PlacingTerms): PlacingSteps {
  const [all, setAll] = useState<ReadonlyMap<string, Placing>>(new Map());
  const attempts = useRef(new Map<string, object>());
  const known = all.get(tokenId) ?? WRITING;
  const placing = known.at === 'writing' && known.of !== trading ? WRITING : known;
  const setPlacing = useCallback((next: Placing) => setAll((before) => new Map([...before, [tokenId, next]])), [tokenId]);
  /** The result of an abandoned step is dropped. */
  const begin = useCallback(() => {
    const attempt = {};
    attempts.current.set(tokenId, attempt);
    const isWanted = (): boolean => attempts.current.get(tokenId) === attempt;
    return { isWanted, keep: (next: Placing): void => (isWanted() ? setPlacing(next) : undefined) };
  }, [tokenId, setPlacing]);
  const review = useCallback(
    (plan: Plan) => {
      if (trading === null) return;
      const { keep } = begin();
      setPlacing({ at: 'asking' });
      const { side } = plan.draft;
      reviewed(trading, plan).then(keep, (fault: unknown) => keep({ at: 'writing', side, fault, of: trading }));
    },
    [trading, begin, setPlacing],
  );
  const place = useCallback(() => {
    if (trading === null || (placing.at !== 'reviewing' && placing.at !== 'unknown')) return;
    void new Placement(trading, { readFee, onPlaced, setPlacing, ...begin() }).run(placing);
  }, [trading, placing, begin, setPlacing, readFee, onPlaced]);
  const again = useCallback(() => {
    attempts.current.delete(tokenId);
    setPlacing(WRITING);
  }, [tokenId, setPlacing]);
  return { placing, review, place, again };
}

async function reviewed({ trader }: Trading, { draft, fee, taken }: Plan): Promise<Placing> {
  const [rehearsed] = await trader.preview([draft]);
  if (rehearsed === undefined) throw new Error('The exchange returned no result for the order.');
  return { at: 'reviewing', side: draft.side, draft, estimated: taken, fee, rehearsed, signed: null, fault: null };
}
