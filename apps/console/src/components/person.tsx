import type { ReactNode } from 'react';
import { Link } from '../routing/link';
import { pathTo } from '../routing/route';

/** A wallet by the name it gave itself, else by the ends of its address; leads to its profile. */
export function Person({ address, name }: { readonly address: string; readonly name?: string }): ReactNode {
  const isNamed = name !== undefined && name !== '' && name.toLowerCase() !== address.toLowerCase();
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
