import type { AuditEntry, AuditListRequest } from '@foretell/contracts';

/** The injection token of AuditTrail. */
export const AUDIT_TRAIL = Symbol('AuditTrail');

/** The record of what operators commanded. Entries can be added and read; nothing changes or takes away one. */
export interface AuditTrail {
  /** Gives the number of the entry once it is durable. */
  add(entry: Omit<AuditEntry, 'number'>): Promise<number>;
  /** Newest first. */
  list(request: AuditListRequest): Promise<readonly AuditEntry[]>;
}

const ITEMS_MAX = 20;
const TEXT_MAX = 500;
const DETAIL_MAX = 8000;

/** What the audit keeps of a request: its JSON, with long lists counted and long texts cut. */
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
