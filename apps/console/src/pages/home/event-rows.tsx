import type { PublicEvent } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { useQuotes } from '../../catalog/use-quotes';
import { EventCard, shownMarkets } from './event-card';

/** Number of events whose prices are requested together. */
const GROUP_EVENTS = 20;

/** Events as cards, each with its current prices. */
export function EventRows({ events }: { readonly events: readonly PublicEvent[] }): ReactNode {
  const groups = Array.from({ length: Math.ceil(events.length / GROUP_EVENTS) }, (_, at) =>
    events.slice(at * GROUP_EVENTS, (at + 1) * GROUP_EVENTS),
  );
  return (
    <ul className="event-grid">
      {groups.map((group, at) => (
        <EventGroup key={at} events={group} />
      ))}
    </ul>
  );
}

function EventGroup({ events }: { readonly events: readonly PublicEvent[] }): ReactNode {
  const { quotes, isStale } = useQuotes(events.flatMap(shownMarkets));
  return events.map((event) => (
    <li key={event.id}>
      <EventCard event={event} quotes={quotes} isStale={isStale} />
    </li>
  ));
}
