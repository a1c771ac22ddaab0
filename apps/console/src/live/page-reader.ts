import { withNewFirstPage, withNextPage, type Page, type PageList } from './page-list';

/** How a list is read: module-level functions, or the list begins anew with each rendering. */
export interface ListShape<Answer, Row> {
  /** Address of the page that begins at a cursor; null for the first. */
  readonly addressOf: (cursor: string | null) => string;
  readonly pageOf: (answer: Answer, cursor: string | null) => Page<Row>;
  readonly keyOf: (row: Row) => string;
  /** How often the first page is read anew; 0 for never. */
  readonly refreshMillis: number;
}

export interface ListState<Row> {
  /** Undefined before the first page. */
  readonly list: PageList<Row> | undefined;
  readonly isReading: boolean;
  /** Why the last attempt failed; what was read before stays. */
  readonly error: Error | null;
}

const RETRY_MILLIS = 5_000;

/** Reads a list page by page while somebody looks at it, and its first page again and again. */
export class PageReader<Answer, Row> {
  private state: ListState<Row> = { list: undefined, isReading: true, error: null };
  private readonly readers = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Answers of an earlier run are passed over. */
  private run = 0;

  constructor(
    private readonly shape: ListShape<Answer, Row>,
    private readonly read: (address: string) => Promise<Answer>,
  ) {}

  readonly known = (): ListState<Row> => this.state;

  readonly follow = (reader: () => void): (() => void) => {
    this.readers.add(reader);
    if (this.readers.size === 1) this.readFirst();
    return () => {
      this.readers.delete(reader);
      if (this.readers.size > 0) return;
      this.run += 1;
      clearTimeout(this.timer);
    };
  };

  /** Reads the first page, anew when there is one. */
  readonly readFirst = (): void => void this.readPage(null);

  /** Reads the page after the last one; nothing at the end. */
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
      const answer = await this.read(this.shape.addressOf(cursor));
      if (run === this.run) this.take(this.shape.pageOf(answer, cursor), cursor);
    } catch (error) {
      if (run !== this.run) return;
      this.show({ ...this.state, isReading: false, error: error instanceof Error ? error : new Error(String(error)) });
    }
    const wait = this.state.error === null ? this.shape.refreshMillis : RETRY_MILLIS;
    if (run !== this.run || wait === 0) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(this.readFirst, wait);
  }

  private take(page: Page<Row>, cursor: string | null): void {
    const { list } = this.state;
    if (list === undefined) this.show({ list: page, isReading: false, error: null });
    else {
      const merge = cursor === null ? withNewFirstPage : withNextPage;
      this.show({ list: merge(list, page, this.shape.keyOf), isReading: false, error: null });
    }
  }

  private show(state: ListState<Row>): void {
    this.state = state;
    this.readers.forEach((reader) => reader());
  }
}
