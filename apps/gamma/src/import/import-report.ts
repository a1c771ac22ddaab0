import type { CatalogBatchResult } from '@foretell/contracts';
import type { CatalogDraft } from '../store/catalog-draft';
import type { ImportInput } from '../store/import-input';

type Notes = Pick<CatalogBatchResult, 'withoutOrderBook' | 'duplicateSlugs'>;

/**
 * Reports the result of a batch. A row counts as stored when it is the first to bring an event or market that changed. It counts
 * as held when all its contents are stored in the same or a newer form, or came with an earlier row.
 */
export function reportOf(input: ImportInput, draft: CatalogDraft, notes: Notes): CatalogBatchResult {
  const events = new Set(input.events.flatMap(({ id }) => (draft.isEventChanged(id) ? [id] : [])));
  const markets = new Set(input.markets.flatMap(({ fields: { id } }) => (draft.isMarketChanged(id) ? [id] : [])));
  const counts = { events: events.size, markets: markets.size };
  const rows = input.rows.filter((row) => row.events.length + row.markets.length > 0);
  const brought = rows.filter((row) => {
    const news = [...row.events.map((id) => events.delete(id)), ...row.markets.map((id) => markets.delete(id))];
    return news.includes(true);
  });
  return {
    ...counts,
    stored: brought.length,
    unchanged: rows.length - brought.length,
    refused: input.refused,
    adjusted: input.adjusted,
    ...notes,
  };
}
