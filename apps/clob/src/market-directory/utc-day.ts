export const DAY_MILLIS = 86_400_000;

/** The UTC day of a moment, YYYY-MM-DD. */
export function dayOf(atMillis: number): string {
  return new Date(atMillis).toISOString().slice(0, 10);
}

/** Begin of the day, and of the next: Unix milliseconds. */
export function spanOf(day: string): { readonly from: number; readonly until: number } {
  const from = Date.parse(`${day}T00:00:00Z`);
  return { from, until: from + DAY_MILLIS };
}
