import { useState, type CSSProperties, type ReactNode } from 'react';
import { useSite } from '../config/site-context';

interface ThumbnailProps {
  readonly name: string;
  /** Addresses of pictures, best first; empty if there is none. */
  readonly pictures: readonly string[];
}

/**
 * The picture of an event, if it is from an origin that the operator allows: others could track readers. Otherwise, or if it
 * cannot be loaded, a sign derived from the name.
 */
export function Thumbnail({ name, pictures }: ThumbnailProps): ReactNode {
  const { pictures: origins } = useSite();
  const [failed, setFailed] = useState<readonly string[]>([]);
  const picture = pictures.find((each) => isAllowed(each, origins) && !failed.includes(each));
  const [letter = '?'] = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return (
    <span className="thumbnail" style={hueOf(name)} aria-hidden="true">
      {picture === undefined ? (
        letter.toUpperCase()
      ) : (
        <img
          src={picture}
          alt=""
          width="40"
          height="40"
          loading="lazy"
          referrerPolicy="no-referrer"
          onError={() => setFailed((before) => [...before, picture])}
        />
      )}
    </span>
  );
}

function isAllowed(address: string, origins: readonly string[]): boolean {
  return URL.canParse(address) && origins.includes(new URL(address).origin);
}

const HUES = [215, 165, 265, 20, 330, 190] as const;

function hueOf(name: string): CSSProperties & { readonly '--hue': string } {
  const sum = [...name].reduce((before, letter) => (before * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return { '--hue': `${HUES[sum % HUES.length]}deg` };
}
