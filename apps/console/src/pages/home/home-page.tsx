import type { ReactNode } from 'react';
import { PageTitle } from '../../components/page-title';
import { useQuery } from '../../routing/location';
import { EventList } from './event-list';
import { EventSearch } from './event-search';
import { readFilter, SORTS, STATES } from './event-filter';
import { SearchBox } from './search-box';
import { TagBar } from './tag-bar';
import './home.css';

/** Events by volume and by tag, and a search as one types. */
export function HomePage(): ReactNode {
  const [query, change] = useQuery();
  const filter = readFilter(query);
  return (
    <div className="home">
      <div className="home-head">
        <PageTitle>Markets</PageTitle>
        <SearchBox value={filter.text} onChange={(text) => change({ q: text })} />
        {filter.text === '' && (
          <label className="choice">
            Sort
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
          Show
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
