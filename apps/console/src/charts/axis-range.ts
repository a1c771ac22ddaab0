/** Least and most value of an axis; null without data. */
export type AxisRange = [number | null, number | null];

/** A range as the chart library asks for it, also without data; `range` is called with data only. */
export function axisRange(range: (least: number, most: number) => AxisRange) {
  return (least: number | null, most: number | null): AxisRange =>
    least === null || most === null ? [least, most] : range(least, most);
}
