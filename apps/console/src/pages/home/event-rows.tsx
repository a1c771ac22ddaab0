import type { PublicEvent } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { useQuotes } from '../../catalog/use-quotes';
import { inGroups } from '../../live/in-groups';
import { EventCard, shownMarkets } from './event-card';

/** Number of events whose prices are requested together. */
const GROUP_EVENTS = 20;

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
  const { quotes, isStale } = useQuotes(events.flatMap(shownMarkets));
  return events.map((event) => (
    <li key={event.id}>
      <EventCard event={event} quotes={quotes} isStale={isStale} />
    </li>
  ));
}
