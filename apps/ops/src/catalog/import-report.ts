import type { CatalogBatchResult, Refusal } from '@foretell/contracts';
import { count } from '../terminal/figures';
import type { Screen } from '../terminal/screen';
import { refusalLines } from '../terminal/refusals';

/** Maximum of entries stored of each list; the counts continue. Memory does not grow with the file. */
const NOTES_MAX = 10_000;

class Notes {
  total = 0;
  readonly first: Refusal[] = [];

  add(notes: readonly Refusal[]): void {
    this.total += notes.length;
    this.first.push(...notes.slice(0, NOTES_MAX - this.first.length));
  }
}

/** The results of an import, summed over its batches. */
export class ImportReport {
  private rows = 0;
  private events = 0;
  private markets = 0;
  private stored = 0;
  private unchanged = 0;
  private readonly refused = new Notes();
  private readonly withoutOrderBook = new Notes();
  private readonly duplicateSlugs = new Notes();
  private readonly adjusted = new Notes();

  get rowsRead(): number {
    return this.rows;
  }

  /** Whether rows were stored or already current, and no row was refused unless that is allowed. */
  isGood(mayRefuse: boolean): boolean {
    return this.stored + this.unchanged > 0 && (mayRefuse || this.refused.total === 0);
  }

  addBatch(rows: number, result: CatalogBatchResult): void {
    this.rows += rows;
    this.events += result.events;
    this.markets += result.markets;
    this.stored += result.stored;
    this.unchanged += result.unchanged;
    this.duplicateSlugs.add(result.duplicateSlugs);
    this.refused.add(result.refused);
    this.withoutOrderBook.add(result.withoutOrderBook);
    this.adjusted.add(result.adjusted);
  }

  refuse(place: string, reason: string): void {
    this.refused.add([{ place, id: null, reason }]);
  }

  toJson(): object {
    return {
      rows: this.rows,
      events: this.events,
      markets: this.markets,
      stored: this.stored,
      unchanged: this.unchanged,
      refused: { total: this.refused.total, rows: this.refused.first },
      withoutOrderBook: { total: this.withoutOrderBook.total, rows: this.withoutOrderBook.first },
      adjusted: { total: this.adjusted.total, rows: this.adjusted.first },
      duplicateSlugs: { total: this.duplicateSlugs.total, rows: this.duplicateSlugs.first },
    };
  }

  lines(screen: Screen, seconds: number): readonly string[] {
    return [
      `${count(this.events)} events and ${count(this.markets)} markets stored (${seconds.toFixed(1)} s)`,
      `${count(this.rows)} rows: ${count(this.stored)} changed the catalog, ${count(this.unchanged)} were already stored in the same or a newer form, ${count(this.refused.total)} refused`,
      ...section(screen, 'Refused:', this.refused),
      ...section(screen, 'Stored with a value changed or left out:', this.adjusted),
      ...section(screen, 'Stored with a slug that other records have:', this.duplicateSlugs),
      ...section(screen, 'Stored without an order book:', this.withoutOrderBook),
    ];
  }
}

function section(screen: Screen, title: string, { first, total }: Notes): readonly string[] {
  if (total === 0) return [];
  return ['', title, ...refusalLines(screen, first, total)];
}
