import { Encoded } from '@foretell/platform-server';

/** Profiles imported by another process appear within this time. */
const KEPT_MILLIS = 1_000;
/** About 3 kB each. */
const PAGES_MAX = 2_000;

interface Kept<T> {
  readonly version: string;
  readonly until: number;
  readonly page: Encoded<T>;
}

/** Caches pages as bytes by request, while the version they were built from is current, and for at most a second. */
export class PageCache<T> {
  private readonly pages = new Map<string, Kept<T>>();

  /** Returns a cached page without a promise. `make` must build a page of this version. */
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
