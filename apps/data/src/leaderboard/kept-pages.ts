import { Encoded } from '@foretell/platform-server';

/** Profiles that another process imported are shown within it. */
const KEPT_MILLIS = 1_000;
/** Some 3 kB each. */
const PAGES_MAX = 2_000;

interface Kept<T> {
  readonly version: string;
  readonly until: number;
  readonly page: Encoded<T>;
}

/** Pages as bytes, by what was asked, for as long as the version that they were made of stands, and no longer than a second. */
export class KeptPages<T> {
  private readonly pages = new Map<string, Kept<T>>();

  /** Without a promise where the page is kept. `make` is asked for a page of this version. */
  of(key: string, version: string, make: () => Promise<T>): Encoded<T> | Promise<Encoded<T>> {
    const kept = this.pages.get(key);
    if (kept !== undefined && kept.version === version && kept.until > performance.now()) return kept.page;
    const until = performance.now() + KEPT_MILLIS;
    return make().then((value) => {
      const page = Encoded.of(value);
      if (this.pages.size >= PAGES_MAX) this.pages.clear();
      this.pages.set(key, { version, until, page });
      return page;
    });
  }
}
