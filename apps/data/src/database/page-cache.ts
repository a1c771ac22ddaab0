import { Encoded, SharedWork } from '@foretell/platform-server';

export interface PageCacheBounds {
  /** Maximum size of keys and pages together. */
  readonly bytesMax: number;
  /** Maximum age of a page, even if its version is current; without it, limited by the capacity only. */
  readonly maxAgeMillis?: number;
}

interface CachedPage<T> {
  readonly version: string;
  readonly until: number;
  readonly page: Encoded<T>;
}

/** Caches pages as bytes by request, while the version they were built from is current. Evicts the oldest beyond its bound. */
export class PageCache<T> {
  private readonly pages = new Map<string, CachedPage<T>>();
  private bytes = 0;
  private readonly building = new SharedWork<Encoded<T>>();

  constructor(private readonly bounds: PageCacheBounds) {}

  /** Returns a cached page without a promise. `make` must build a page of this version or of a later one. */
  of(key: string, version: string, make: () => Promise<T>): Encoded<T> | Promise<Encoded<T>> {
    const cached = this.pages.get(key);
    if (cached !== undefined && cached.version === version && cached.until > performance.now()) return cached.page;
    return this.building.of(`${version} ${key}`, () => this.build(key, version, make));
  }

  private async build(key: string, version: string, make: () => Promise<T>): Promise<Encoded<T>> {
    const until = performance.now() + (this.bounds.maxAgeMillis ?? Number.POSITIVE_INFINITY);
    const page = Encoded.of(await make());
    this.drop(key);
    this.pages.set(key, { version, until, page });
    this.bytes += sizeOf(key, page);
    for (const oldest of this.pages.keys()) {
      if (this.bytes <= this.bounds.bytesMax) break;
      this.drop(oldest);
    }
    return page;
  }

  private drop(key: string): void {
    const cached = this.pages.get(key);
    if (cached === undefined) return;
    this.pages.delete(key);
    this.bytes -= sizeOf(key, cached.page);
  }
}

function sizeOf(key: string, page: Encoded<unknown>): number {
  return key.length + page.length;
}
