import type { Site } from '../../config/site';

/** What the catalog says of an event: the page's first question. */
export function eventAddress({ gamma }: Site, slug: string): string {
  return `${gamma}/public/events/slug/${encodeURIComponent(slug)}`;
}
