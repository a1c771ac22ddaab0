import { page, wordsOf } from './page.mjs';
import { ASKED_AGAIN, siteFile } from './site-files.mjs';

/** Maximum age of a cached response; a shared link is often opened many times within minutes. */
const CACHED_MILLIS = 60_000;
const CACHED_MAX = 500;
const LOOKUPS_MAX = 16;
const LOOKUP_MILLIS = 1_500;
/** An event with 300 markets has about 1.5 MB. */
const ANSWER_BYTES_MAX = 8_000_000;
const PATH = /^\/(event|market)\/([^/]+)\/?$/;
const CONDITION_ID = /^0x[0-9a-f]{64}$/i;
/** A slug: one part of a path, without control characters; a URL would resolve `.` and `..`. */
const SLUG = /^(?!\.\.?$)[^\s/\\\u0000-\u001f\u007f]{1,256}$/;

/**
 * The pages of events and markets with their own title and share metadata, from the catalog's public responses. This server
 * requests nothing else, and only for paths of events and markets. It caches at most CACHED_MAX responses for a minute. If the
 * catalog does not respond in time, the page is served unchanged.
 * @param catalog address of the catalog; html: index.html; brand: as readBrand returns it; pictures: allowed origins
 */
export class SharePages {
  #cached = new Map();
  #lookups = 0;

  constructor({ catalog, html, brand, pictures }, { ask = fetch, now = Date.now } = {}) {
    Object.assign(this, { catalog, html, brand, pictures, ask, now });
  }

  /** @returns {Promise<{ status: 200 | 404, file: object } | undefined>} undefined: the page as it is */
  async of(path) {
    const [, kind, encoded] = PATH.exec(path) ?? [];
    if (kind === undefined || this.catalog === undefined) return undefined;
    const slug = decoded(encoded);
    if (slug === undefined || !SLUG.test(slug)) return { status: 404, file: this.#missing(kind) };
    const name = `${kind} ${slug}`;
    const known = this.#cached.get(name);
    if (known !== undefined && this.now() - known.at < CACHED_MILLIS) return known.answer;
    if (this.#lookups >= LOOKUPS_MAX) return undefined;
    const answer = this.#looked(kind, slug);
    this.#keep(name, answer);
    // A failure is not cached: the next request asks again.
    if ((await answer) === undefined) this.#cached.delete(name);
    return answer;
  }

  #keep(name, answer) {
    this.#cached.delete(name);
    this.#cached.set(name, { answer, at: this.now() });
    for (const oldest of [...this.#cached.keys()].slice(0, Math.max(0, this.#cached.size - CACHED_MAX)))
      this.#cached.delete(oldest);
  }

  async #looked(kind, slug) {
    this.#lookups += 1;
    try {
      const by = kind === 'market' && CONDITION_ID.test(slug) ? '' : 'slug/';
      const url = `${this.catalog}/public/${kind}s/${by}${encodeURIComponent(slug)}`;
      const response = await this.ask(url, { redirect: 'error', signal: AbortSignal.timeout(LOOKUP_MILLIS) });
      if (response.status === 404) return { status: 404, file: this.#missing(kind) };
      if (!response.ok) return undefined;
      const subject = JSON.parse(await bounded(response));
      return { status: 200, file: this.#file(wordsOf(kind, subject, this.pictures)) };
    } catch {
      return undefined;
    } finally {
      this.#lookups -= 1;
    }
  }

  #missing(kind) {
    return this.#file({ title: `There is no such ${kind}` });
  }

  #file(words) {
    const body = Buffer.from(page(this.html, { ...words, site: this.brand.name }));
    return siteFile({ type: 'text/html; charset=utf-8', cache: ASKED_AGAIN, body });
  }
}

async function bounded(response) {
  const parts = [];
  let bytes = 0;
  for await (const part of response.body) {
    bytes += part.length;
    if (bytes > ANSWER_BYTES_MAX) throw new Error('the catalog’s answer is too long');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function decoded(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
