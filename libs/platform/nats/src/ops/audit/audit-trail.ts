import type { AuditEntry, AuditListRequest } from '@foretell/contracts';

/** Injection token of AuditTrail. */
export const AUDIT_TRAIL = Symbol('AuditTrail');

/** The log of operator commands. Append-only: entries can be added and read, never changed or removed. */
export interface AuditTrail {
  /** Resolves to the entry's number once it is durable. */
  add(entry: Omit<AuditEntry, 'number'>): Promise<number>;
  /** Newest first. */
  list(request: AuditListRequest): Promise<readonly AuditEntry[]>;
}

const ITEMS_MAX = 20;
const TEXT_MAX = 500;
const DETAIL_MAX = 8000;

/** The part of a request that the audit stores: its JSON, with long lists counted and long texts cut. */
export function requestDetail(request: unknown): string {
  const text = JSON.stringify(request, (_key, value: unknown) => {
    if (Array.isArray(value) && value.length > ITEMS_MAX) return `${value.length} items`;
    return typeof value === 'string' ? cut(value, TEXT_MAX) : value;
  });
  return cut(text ?? 'nothing', DETAIL_MAX);
}

function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}
