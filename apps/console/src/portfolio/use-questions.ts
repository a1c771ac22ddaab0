import { useEffect, useState } from 'react';
import { useSite } from '../config/site-context';

/** The questions of markets by condition id; each is requested once. */
export function useQuestions(conditionIds: readonly string[]): ReadonlyMap<string, string> {
  const { clob } = useSite();
  const [questions, setQuestions] = useState<ReadonlyMap<string, string>>(new Map());
  const missing = [...new Set(conditionIds)].filter((id) => !questions.has(id)).join(' ');
  useEffect(() => {
    if (missing === '') return;
    const ending = new AbortController();
    const ids = missing.split(' ');
    void import('@foretell/client/browser')
      .then(({ MarketDataClient }) => {
        const client = new MarketDataClient({ url: clob });
        return Promise.all(ids.map((id) => client.market(id, { signal: ending.signal })));
      })
      .then(
        (markets) =>
          setQuestions(
            (known) => new Map([...known, ...markets.map(({ condition_id: id, question }) => [id, question] as const)]),
          ),
        // Without its question a market is shown by its id.
        () => undefined,
      );
    return () => ending.abort();
  }, [clob, missing]);
  return questions;
}
