import type { PublicEvent } from '@foretell/contracts';
import type { ReactNode } from 'react';
import { shownTags } from '../../catalog/shown-tags';
import { CompactMoney } from '../../components/money';
import { PageTitle } from '../../components/page-title';
import { Thumbnail } from '../../components/thumbnail';
import { endText } from '../../figures/instants';
import { Link } from '../../routing/link';
import { WatchButton } from '../../watchlist/watch-button';

/** The event's name, figures and tags. */
export function EventHead({ event }: { readonly event: PublicEvent }): ReactNode {
  return (
    <header className="subject">
      <Thumbnail name={event.title} pictures={[event.icon, event.image]} />
      <div className="subject-words">
        <PageTitle>{event.title}</PageTitle>
        <p className="quiet">
          <CompactMoney amount={event.volume} /> traded · <CompactMoney amount={event.volume24hr} /> in 24 hours
          {event.endDate !== null && ` · ${endText(event)}`}
          {event.closed && <span className="badge">Closed</span>}
        </p>
        <ul className="tag-list wrap-row" aria-label="Tags">
          {shownTags(event.tags).map(({ slug, label }) => (
            <li key={slug}>
              <Link href={`/?tag=${encodeURIComponent(slug)}`} className="badge">
                {label}
              </Link>
            </li>
          ))}
        </ul>
      </div>
      <WatchButton slug={event.slug} title={event.title} />
    </header>
  );
}
