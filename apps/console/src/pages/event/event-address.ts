import type { Site } from '../../config/site';

/** Address of an event in the catalog: the first request of its page. */
export function eventAddress({ gamma }: Site, slug: string): string {
  return `${gamma}/public/events/slug/${encodeURIComponent(slug)}`;
}
