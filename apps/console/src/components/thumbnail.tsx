import type { ReactNode } from 'react';

/**
 * A sign derived from a subject's name. A catalog's pictures are on other hosts, which could track readers and may be
 * unavailable, so none is loaded.
 */
export function Thumbnail({ name }: { readonly name: string }): ReactNode {
  const [letter = '?'] = name.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return (
    <span className={`thumbnail thumbnail-${shadeOf(name)}`} aria-hidden="true">
      {letter.toUpperCase()}
    </span>
  );
}

const SHADES = 6;

function shadeOf(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % SHADES;
}
