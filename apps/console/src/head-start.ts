import { loadSite, type Site } from './config/site';
import { EARLY_ANSWERS } from './live/early-answers';
import { PAGE_PARTS } from './page-parts';
import { eventAddress } from './pages/event/event-address';
import { firstEventsAddress } from './pages/home/event-addresses';
import { readFilter } from './pages/home/event-filter';
import { listedMarketAddress, marketAddress } from './catalog/market-address';
import { FIRST_PROFIT_RANGE, profitAddress } from './records/profit-address';
import { PAGES_WITH_TICKET, routeOf, type Route } from './routing/route';
import { TICKET_PART } from './ticket/ticket-part';

/**
 * The address determines what a page needs. This chunk is small and loads first. While the rest of the console loads, it fetches
 * the page's chunk, the site's addresses and the response to the page's first request. Each of these would otherwise wait for the
 * one before.
 */
const { pathname, search } = window.location;
const route = routeOf(pathname);
// The components that show the parts handle a failure.
PAGE_PARTS[route.page]().catch(() => undefined);
if (PAGES_WITH_TICKET.has(route.page)) TICKET_PART().catch(() => undefined);

/** The site's addresses, requested once. */
export const SITE = loadSite();
SITE.then(
  (site) => {
    const question = firstQuestion(site, route);
    if (question !== null) EARLY_ANSWERS.askEarly(question);
  },
  () => undefined,
);

// The first date formatter of a page loads the data of the reader's language: 30 ms of work, done while the rest is loading.
setTimeout(() => new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' }).format());

/** The request whose response fills the largest part of what the page shows first; null when the page needs none for that. */
function firstQuestion(site: Site, shown: Route): string | null {
  switch (shown.page) {
    case 'home':
      return firstEventsAddress(site, readFilter(new URLSearchParams(search)));
    case 'event':
      return eventAddress(site, shown.slug);
    case 'market':
      return 'slug' in shown ? listedMarketAddress(site, shown.slug) : marketAddress(site, shown.conditionId);
    case 'profile':
      return profitAddress(site, shown.address, FIRST_PROFIT_RANGE);
    default:
      return null;
  }
}
