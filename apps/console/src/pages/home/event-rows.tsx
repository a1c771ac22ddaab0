import type { PublicEvent } from '@foretell/contracts';
import { useDeferredValue, type ReactNode } from 'react';
import { useQuotes } from '../../catalog/use-quotes';
import { inGroups } from '../../live/in-groups';
import { scrollOfEntry } from '../../routing/location';
import { EventCard, shownMarkets } from './event-card';

/** Number of events whose prices are requested together. */
const GROUP_EVENTS = 20;
/** Number of events that fill a phone's first screen. */
const FIRST_EVENTS = 4;

/** Events as cards, each with its current prices. */
export function EventRows({ events }: { readonly events: readonly PublicEvent[] }): ReactNode {
  return (
    <ul className="event-grid">
      {inGroups(events, GROUP_EVENTS).map((group, at) => (
        <EventGroup key={at} events={group} />
      ))}
    </ul>
  );
}

function EventGroup({ events }: { readonly events: readonly PublicEvent[] }): ReactNode {
  const prices = useQuotes(events.flatMap(shownMarkets));
  // Deferred: later events, and each change of prices, render without blocking the browser.
  // After Back everything is rendered at once, because the page scrolls to its earlier position.
  const rendered = useDeferredValue(events.length, scrollOfEntry() > 0 ? events.length : FIRST_EVENTS);
  const quotes = useDeferredValue(prices.quotes);
  return events.slice(0, rendered).map((event) => (
    <li key={event.id}>
      <EventCard event={event} quotes={quotes} isStale={prices.isStale} />
    </li>
  ));
}
