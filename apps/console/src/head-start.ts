import { loadSite, type Site } from './config/site';
import { EARLY_ANSWERS } from './live/early-answers';
import { PAGE_PARTS } from './page-parts';
import { eventAddress } from './pages/event/event-address';
import { firstEventsAddress } from './pages/home/event-addresses';
import { readFilter } from './pages/home/event-filter';
import { marketAddress } from './catalog/market-address';
import { routeOf, type Route } from './routing/route';

/**
 * What a page needs is known from its address. This part is small and comes first: while the rest of the console is fetched it
 * fetches the page's own part, the site's addresses and the answer to the page's first question, each of which would otherwise wait
 * for the one before.
 */
const { pathname, search } = window.location;
const route = routeOf(pathname);
// Whoever shows the page hears of a failure.
PAGE_PARTS[route.page]().catch(() => undefined);

/** The site's addresses, asked for once. */
export const SITE = loadSite();
SITE.then(
  (site) => {
    const question = firstQuestion(site, route);
    if (question !== null) EARLY_ANSWERS.askEarly(question);
  },
  () => undefined,
);

/** What the page shows its heading, or its first rows, by; null where it needs no answer for that. */
function firstQuestion(site: Site, shown: Route): string | null {
  switch (shown.page) {
    case 'home':
      return firstEventsAddress(site, readFilter(new URLSearchParams(search)));
    case 'event':
      return eventAddress(site, shown.slug);
    case 'market':
      return marketAddress(site, shown.conditionId);
    default:
      return null;
  }
}
