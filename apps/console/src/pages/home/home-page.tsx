import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';
import { Link } from '../../routing/link';
import { useQuery } from '../../routing/location';
import { pathTo } from '../../routing/route';
import { EventList } from './event-list';
import { EventSearch } from './event-search';
import { readFilter, SORTS, STATES } from './event-filter';
import { TagBar } from './tag-bar';
import './home.css';

/** Events by volume and by tag, and search results. */
export function HomePage(): ReactNode {
  const [query, change] = useQuery();
  const filter = readFilter(query);
  return (
    <div className="home stack">
      <div className="home-head">
        <PageTitle>{filter.text === '' ? 'Markets' : `Results for “${filter.text}”`}</PageTitle>
        {filter.text !== '' && <Link href={pathTo.home}>All markets</Link>}
        {filter.text === '' && (
          <label className="choice">
            <span className="choice-word">Sort</span>
            <select value={filter.sort.name} onChange={(event) => change({ sort: event.target.value })}>
              {SORTS.map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </label>
        )}
        <label className="choice">
          <span className="choice-word">Show</span>
          <select value={filter.state} onChange={(event) => change({ state: event.target.value })}>
            {STATES.map(({ name, label }) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </select>
        </label>
      </div>
      <TagBar chosen={filter.tag} onChoose={(tag) => change({ tag, q: null })} />
      {filter.text === '' ? (
        <EventList filter={filter} />
      ) : (
        <EventSearch filter={filter} onTag={(tag) => change({ tag, q: null })} />
      )}
    </div>
  );
}
