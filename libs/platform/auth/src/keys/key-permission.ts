/**
 * Permissions of a key, each including the previous: read the wallet's data; cancel orders and send heartbeats; trade; create and
 * revoke keys.
 */
export const KEY_PERMISSIONS = ['read', 'cancel', 'trade', 'all'] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

export function permits(held: KeyPermission, needed: KeyPermission): boolean {
  return KEY_PERMISSIONS.indexOf(held) >= KEY_PERMISSIONS.indexOf(needed);
}
