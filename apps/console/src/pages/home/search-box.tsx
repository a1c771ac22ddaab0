import { useEffect, useRef, useState, type ReactNode } from 'react';

/** A pause in typing of this length starts the search. */
const PAUSE_MILLIS = 150;

interface SearchBoxProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** Reports the text once typing pauses; shows the text of the address. */
export function SearchBox({ value, onChange }: SearchBoxProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const tell = useRef(onChange);
  useEffect(() => {
    tell.current = onChange;
  });
  useEffect(() => {
    if (typed === null) return;
    const timer = setTimeout(() => tell.current(typed), PAUSE_MILLIS);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <search className="search">
      <label className="visually-hidden" htmlFor="search">
        Search markets
      </label>
      <input
        id="search"
        type="search"
        maxLength={200}
        autoComplete="off"
        placeholder="Search markets"
        value={typed ?? value}
        onChange={(event) => setTyped(event.target.value)}
        onBlur={() => {
          if (typed !== null) onChange(typed);
          setTyped(null);
        }}
      />
    </search>
  );
}
