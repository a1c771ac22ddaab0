import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

interface PersonProps {
  readonly address: string;
  readonly name?: string | undefined;
  readonly pseudonym?: string | undefined;
}

/** A wallet by its own name, else its pseudonym, else its shortened address; links to its profile. */
export function Person({ address, name: own = '', pseudonym = '' }: PersonProps): ReactNode {
  const name = own === '' ? pseudonym : own;
  const isNamed = name !== '' && name.toLowerCase() !== address.toLowerCase();
  return (
    <Link href={pathTo.profile(address)} className="person" title={address}>
      {isNamed ? name : shortAddress(address)}
    </Link>
  );
}

/** "0x1234…abcd". */
export function shortAddress(address: string): string {
  return `${address.slice(0, 6)}…${address.slice(-4)}`;
}
