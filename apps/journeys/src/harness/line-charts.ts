import type { Sample, Trend } from './trend';

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly samples: readonly Sample[];
  /** Further lines, in the colour of a trend. */
  readonly further?: readonly (readonly Sample[])[];
  readonly trend?: Trend;
  /** Lines of text in the lower right corner. */
  readonly notes?: readonly string[];
  /** The text at the end of the horizontal axis; by default its minutes. */
  readonly end?: string;
}

const [WIDTH, HEIGHT, COLUMNS] = [380, 150, 3];
const [LEFT, TOP, BOTTOM, RIGHT] = [52, 26, 20, 12];
const NOTE_HEIGHT = 14;
const STYLE =
  'text{font:11px sans-serif;fill:#333}.t{font-weight:bold}.a{stroke:#ccc}.s{fill:none;stroke:#1f6feb}' +
  '.f{fill:none;stroke:#2da44e;stroke-width:2}.x{stroke:#cf222e;stroke-width:2}';

/** One small chart for each figure: its samples, and the line that is fitted to them, if any: red where it exceeds the limit. */
export function lineCharts(charts: readonly Chart[]): string {
  const [width, height] = [Math.min(COLUMNS, charts.length) * WIDTH, Math.ceil(charts.length / COLUMNS) * HEIGHT];
  const drawn = charts.map(
    (chart, at) =>
      `<g transform="translate(${(at % COLUMNS) * WIDTH} ${Math.floor(at / COLUMNS) * HEIGHT})">${drawing(chart)}</g>`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<style>${STYLE}</style><rect width="100%" height="100%" fill="#fff"/>`,
    ...drawn,
    '</svg>',
    '',
  ].join('\n');
}

function drawing({ title, unit, samples, further = [], trend, notes = [], end: endText }: Chart): string {
  const end = samples.at(-1)?.at ?? 1;
  const drawn = [...samples, ...further.flat(), ...(trend === undefined ? [] : [trend.from, trend.to])];
  const most = Math.max(...drawn.map(({ value }) => value), Number.MIN_VALUE) * 1.1;
  const x = (at: number): string => (LEFT + (at / end) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number): string => (HEIGHT - BOTTOM - (Math.max(0, value) / most) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const line = (from: Sample, to: Sample, kind: string): string =>
    `<line class="${kind}" x1="${x(from.at)}" y1="${y(from.value)}" x2="${x(to.at)}" y2="${y(to.value)}"/>`;
  const polyline = (kind: string, points: readonly Sample[]): string =>
    `<polyline class="${kind}" points="${points.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}"/>`;
  const zero = { at: 0, value: 0 };
  return [
    `<text class="t" x="${LEFT}" y="16">${escaped(title)}</text>`,
    line(zero, { at: end, value: 0 }, 'a'),
    line(zero, { at: 0, value: most }, 'a'),
    ...notes.map((note, at) => {
      const above = HEIGHT - BOTTOM - 8 - (notes.length - 1 - at) * NOTE_HEIGHT;
      return `<text x="${WIDTH - RIGHT}" y="${above}" text-anchor="end">${escaped(note)}</text>`;
    }),
    `<text x="${LEFT - 4}" y="${TOP + 8}" text-anchor="end">${short(most)}</text>`,
    `<text x="${LEFT - 4}" y="${HEIGHT - BOTTOM}" text-anchor="end">0 ${escaped(unit)}</text>`,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${escaped(endText ?? `${(end / 60).toFixed(1)} min`)}</text>`,
    polyline('s', samples),
    ...further.map((points) => polyline('f', points)),
    trend === undefined ? '' : line(trend.from, trend.to, trend.isBeyond ? 'x' : 'f'),
  ].join('');
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
