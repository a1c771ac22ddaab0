import type { PublicSearchResult } from '@foretell/contracts';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useSite } from '../../config/site-context';
import { addressOf } from '../../live/read-resource';
import { useResource } from '../../live/use-resource';
import { navigate, useAddress } from '../../routing/location';
import { pathTo } from '../../routing/route';
import { EVENTS_MAX, foundBy, type Found } from './found';
import { FoundList, optionId } from './found-list';
import './search.css';

/** A pause in typing of this length starts the search. */
const PAUSE_MILLIS = 150;
const LETTERS_MAX = 200;

/** Searches events and markets on every page. `/` focuses it; the arrows choose a result; Enter without one lists all. */
export function SiteSearch(): ReactNode {
  const shown = shownText(useAddress());
  const [typed, setTyped] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [chosen, choose] = useState(-1);
  const box = useRef<HTMLInputElement>(null);
  useSlash(box);
  const text = (typed ?? '').trim();
  const found = useFound(isOpen ? text : '');
  const close = (): void => {
    setOpen(false);
    choose(-1);
  };
  const go = (href: string): void => {
    close();
    setTyped(null);
    box.current?.blur();
    navigate(href);
  };
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Escape') close();
    if (event.key === 'Enter') go(found?.[chosen]?.href ?? (text === '' ? pathTo.home : pathTo.results(text)));
    if (step === undefined || found === null || found.length === 0) return;
    event.preventDefault();
    // Beyond the last and the first result, none is chosen.
    const places = found.length + 1;
    choose(((chosen + 1 + step + places) % places) - 1);
  };
  const isListed = isOpen && found !== null;
  return (
    <search className="search">
      <label className="visually-hidden" htmlFor="search">
        Search markets
      </label>
      <input
        ref={box}
        id="search"
        type="search"
        role="combobox"
        aria-expanded={isListed}
        aria-controls="found"
        aria-autocomplete="list"
        aria-activedescendant={isListed && chosen >= 0 ? optionId(chosen) : undefined}
        maxLength={LETTERS_MAX}
        autoComplete="off"
        placeholder="Search markets"
        value={typed ?? shown}
        onChange={({ target }) => {
          setTyped(target.value);
          setOpen(target.value.trim() !== '');
          choose(-1);
        }}
        onKeyDown={press}
        onBlur={close}
      />
      <kbd className="search-key" aria-hidden="true">
        /
      </kbd>
      <FoundList found={isListed ? found : null} text={text} chosen={chosen} onGo={go} />
    </search>
  );
}

/** Results of a text, shortly after it was typed; until then the previous ones, or null. */
function useFound(text: string): readonly Found[] | null {
  const { gamma } = useSite();
  const [asked, setAsked] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setAsked(text), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [text]);
  const query = { q: asked, limit_per_type: EVENTS_MAX, events_status: 'active' };
  const { data } = useResource<PublicSearchResult>(asked === '' ? null : addressOf(gamma, '/public/public-search', query));
  return useMemo(() => (data === undefined ? null : foundBy(asked, data)), [data, asked]);
}

/** The text of the results that the page lists. */
function shownText(address: string): string {
  const [path, query = ''] = address.split('?', 2);
  return path === pathTo.home ? (new URLSearchParams(query).get('q') ?? '') : '';
}

/** `/` focuses the search, except where something is being typed. */
function useSlash(box: React.RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: globalThis.KeyboardEvent): void => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, select') !== null;
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      box.current?.focus();
      box.current?.select();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [box]);
}
