import { onDoubt } from './doubt';
import { isForGood } from './service-error';
import { withNewFirstPage, withNextPage, type Page } from './page-list';

/** How to read a list. Its functions must be module-level; new ones would restart the list at each render. */
export interface ListShape<Answer, Row> {
  /** Address of the page at a cursor; null for the first. */
  readonly addressOf: (cursor: string | null) => string;
  readonly pageOf: (answer: Answer, cursor: string | null) => Page<Row>;
  readonly keyOf: (row: Row) => string;
  /**
   * Set when rows disappear and move, as positions and ranks do: all loaded pages are then read again. Else only the first page
   * is read again and new rows are prepended, as for trades.
   */
  readonly moves?: boolean;
  /** Refresh interval of the first page; 0 for never. */
  readonly refreshMillis: number;
}

export interface ListState<Answer, Row> {
  /** The last response for the first page, for its fields besides the rows. */
  readonly first: Answer | undefined;
  /** Undefined before the first page. */
  readonly list: Page<Row> | undefined;
  readonly isReading: boolean;
  /** Why the last attempt failed; earlier rows stay. */
  readonly error: Error | null;
}

interface Read<Answer, Row> {
  readonly answer: Answer;
  readonly page: Page<Row>;
}

const RETRY_MILLIS = 5_000;

/** Reads a list page by page while it has readers, and refreshes its first page. */
export class PageReader<Answer, Row> {
  private state: ListState<Answer, Row> = { first: undefined, list: undefined, isReading: true, error: null };
  private readonly readers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private forgetDoubt = (): void => undefined;
  /** Responses of an earlier run are ignored. */
  private run = 0;
  /** Number of loaded pages. */
  private pages = 1;

  constructor(
    private readonly shape: ListShape<Answer, Row>,
    private readonly read: (address: string) => Promise<Answer>,
  ) {}

  readonly known = (): ListState<Answer, Row> => this.state;

  readonly follow = (reader: () => void): (() => void) => {
    this.readers.add(reader);
    if (this.readers.size === 1) {
      this.forgetDoubt = onDoubt(this.readFirst);
      this.readFirst();
    }
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.forgetDoubt();
      this.run += 1;
      clearTimeout(this.timer);
    };
  };

  /** Reads the first page, or reads it again. */
  readonly readFirst = (): void => void this.readPage(null);

  /** Reads the next page; does nothing at the end. */
  readonly readMore = (): void => {
    const next = this.state.list?.next ?? null;
    if (next === null || this.state.isReading) return;
    this.show({ ...this.state, isReading: true });
    void this.readPage(next);
  };

  private async readPage(cursor: string | null): Promise<void> {
    clearTimeout(this.timer);
    const { run } = this;
    try {
      const { answer, page } = cursor === null ? await this.front() : await this.pageAt(cursor);
      if (run === this.run) this.take(answer, page, cursor);
    } catch (error) {
      if (run !== this.run) return;
      this.show({ ...this.state, isReading: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
    const { error } = this.state;
    // A refused cursor says nothing about the first page.
    const isRefused = cursor === null && isForGood(error);
    const wait = error === null ? this.shape.refreshMillis : isRefused ? 0 : RETRY_MILLIS;
    if (run !== this.run || wait === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.readFirst, wait);
  }

  private async pageAt(cursor: string | null): Promise<Read<Answer, Row>> {
    const answer = await this.read(this.shape.addressOf(cursor));
    return { answer, page: this.shape.pageOf(answer, cursor) };
  }

  /** Reads the first page; for a list that moves, all loaded pages as one. */
  private async front(): Promise<Read<Answer, Row>> {
    const { moves = false, keyOf } = this.shape;
    const first = await this.pageAt(null);
    let { page } = first;
    for (let read = 1; moves && read < this.pages && page.next !== null; read += 1)
      page = withNextPage(page, (await this.pageAt(page.next)).page, keyOf);
    return { answer: first.answer, page };
  }

  private take(answer: Answer, page: Page<Row>, cursor: string | null): void {
    const { moves = false, keyOf } = this.shape;
    const isFirst = cursor === null;
    if (!isFirst) this.pages += 1;
    const list = isFirst && moves ? undefined : this.state.list;
    const merge = isFirst ? withNewFirstPage : withNextPage;
    const merged: Page<Row> = list === undefined ? page : merge(list, page, keyOf);
    this.show({ first: isFirst ? answer : this.state.first, list: merged, isReading: false, error: null });
  }

  private show(state: ListState<Answer, Row>): void {
    this.state = state;
    this.readers.forEach((reader) => reader());
  }
}
