import type { ReactNode } from 'react';
import type { Found } from './found';

interface FoundListProps {
  /** Null while the list is closed. */
  readonly found: readonly Found[] | null;
  readonly text: string;
  /** Index of the chosen result; -1 for none. */
  readonly chosen: number;
  readonly onGo: (href: string) => void;
}

const GROUPS = [
  { kind: 'event', label: 'Events' },
  { kind: 'market', label: 'Markets' },
] as const;

/** Id of the result at an index. */
export function optionId(at: number): string {
  return `found-${at}`;
}

/** The results below the search, grouped into events and markets. The focus stays in the search. */
export function FoundList({ found, text, chosen, onGo }: FoundListProps): ReactNode {
  const isEmpty = found?.length === 0;
  return (
    <>
      <div id="found" role="listbox" aria-label="Found" className="found" hidden={found === null || isEmpty}>
        {GROUPS.filter(({ kind }) => found?.some((each) => each.kind === kind)).map(({ kind, label }) => (
          <div key={kind} role="group" aria-labelledby={`found-${kind}s`}>
            <p id={`found-${kind}s`} role="presentation" className="found-group">
              {label}
            </p>
            {found?.map(
              (each, at) =>
                each.kind === kind && (
                  // eslint-disable-next-line jsx-a11y-x/click-events-have-key-events -- the keys of a combobox's options are its input's
                  <div
                    key={each.href}
                    id={optionId(at)}
                    role="option"
                    tabIndex={-1}
                    aria-selected={at === chosen}
                    className="found-option"
                    // Keeps the focus, whose loss would close the list before the click.
                    onPointerDown={(event) => event.preventDefault()}
                    onMouseDown={(event) => event.preventDefault()}
                    onClick={() => onGo(each.href)}
                  >
                    <span className="found-name">{each.name}</span>
                    <span className="found-aside">{each.aside}</span>
                  </div>
                ),
            )}
          </div>
        ))}
      </div>
      <p role="status" className={isEmpty ? 'found found-none' : 'visually-hidden'}>
        {isEmpty && `No open events found for “${text}”.`}
        {found !== null && !isEmpty && `${found.length} found`}
      </p>
    </>
  );
}
