/**
 * What a key may do, each more than the one before: read what is its wallet's; cancel orders and keep heartbeats; trade; and make
 * and revoke keys.
 */
export const KEY_PERMISSIONS = ['read', 'cancel', 'trade', 'all'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export function permits(held: KeyPermission, needed: KeyPermission): boolean {
  return KEY_PERMISSIONS.indexOf(held) >= KEY_PERMISSIONS.indexOf(needed);
}
