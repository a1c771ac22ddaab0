import type { EventRecord } from './records';

/** Ids are below this: safe integers. */
export const IDS_END = 2 ** 53;

/** Where an event stands among those that match equally well, the least first: open before others, the newest first. */
export function placeOf({ id, active, closed, archived }: EventRecord): number {
  const isOpen = active && !closed && !archived;
  return isOpen ? -id : IDS_END - id;
}
