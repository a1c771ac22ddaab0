import type { Ban } from '../keys/bans';
import type { Barred, CommandDraft, Submission } from './submission';

/** Finds the ban of a wallet. Called for every order, so it must answer from memory. */
export type BanOf = (wallet: string) => Ban | null;

/** Finds the address that a wallet is linked to. Called like BanOf. */
export type OwnerOf = (wallet: string) => string | undefined;

/** Returns why the signer's order is not the wallet's: the link by which its signature was checked has been replaced. */
export function unlinked({ command, signer }: Submission, ownerOf: OwnerOf): Barred | null {
  if (command.type !== 'placeOrder' || signer === undefined || signer === command.wallet) return null;
  const { wallet: address } = command;
  return ownerOf(address) === signer ? null : { type: 'barred', reason: 'wallet_not_linked', details: { address } };
}

/**
 * Returns the ban that forbids the command, or null. A closed-only account may reduce its positions: it may sell and merge. A
 * position is a holding of one token, so selling either token of a complete set reduces one. Cancels are never forbidden;
 * operators' commands are not checked.
 * Source: interface, Later decisions; docs/decisions/bans.md.
 */
export function barred(command: CommandDraft, banOf: BanOf): Barred | null {
  if (command.type !== 'placeOrder' && command.type !== 'splitPosition' && command.type !== 'mergePosition') return null;
  return barredBy(
    banOf(command.wallet),
    command.type === 'mergePosition' || (command.type === 'placeOrder' && command.side === 'SELL'),
  );
}

/** What a ban refuses of a wallet that would reduce a position, or open one. */
export function barredBy(ban: Ban | null, isReducing: boolean): Barred | null {
  if (ban === null) return null;
  const { address, mode } = ban;
  if (mode === 'full') return { type: 'barred', reason: 'user_banned', details: { address } };
  return isReducing ? null : { type: 'barred', reason: 'closed_only', details: { address } };
}

/** The public error text. Source: protocol 6.3. */
export function barredText({ reason, details: { address } }: Barred): string {
  if (reason === 'wallet_not_linked') return 'invalid order signature';
  return reason === 'closed_only' ? `'${address}' address in closed only mode` : `'${address}' address banned`;
}
