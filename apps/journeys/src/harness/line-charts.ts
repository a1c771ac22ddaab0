import type { Sample, Trend } from './trend';

export interface Chart {
  readonly title: string;
  readonly unit: string;
  readonly samples: readonly Sample[];
  readonly trend: Trend;
}

const [WIDTH, HEIGHT, COLUMNS] = [380, 150, 3];
const [LEFT, TOP, BOTTOM, RIGHT] = [52, 26, 20, 12];
const STYLE =
  'text{font:11px sans-serif;fill:#333}.t{font-weight:bold}.a{stroke:#ccc}.s{fill:none;stroke:#1f6feb}' +
  '.f{stroke:#2da44e;stroke-width:2}.x{stroke:#cf222e;stroke-width:2}';

/** One small chart for each figure: its samples, and the fitted line of its second half, red where it exceeds the limit. */
export function lineCharts(charts: readonly Chart[]): string {
  const [width, height] = [COLUMNS * WIDTH, Math.ceil(charts.length / COLUMNS) * HEIGHT];
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

function drawing({ title, unit, samples, trend }: Chart): string {
  const end = samples.at(-1)?.at ?? 1;
  const most = Math.max(...samples.map(({ value }) => value), trend.to.value, trend.from.value, Number.MIN_VALUE) * 1.1;
  const x = (at: number): string => (LEFT + (at / end) * (WIDTH - LEFT - RIGHT)).toFixed(1);
  const y = (value: number): string => (HEIGHT - BOTTOM - (Math.max(0, value) / most) * (HEIGHT - TOP - BOTTOM)).toFixed(1);
  const line = (from: Sample, to: Sample, kind: string): string =>
    `<line class="${kind}" x1="${x(from.at)}" y1="${y(from.value)}" x2="${x(to.at)}" y2="${y(to.value)}"/>`;
  const zero = { at: 0, value: 0 };
  return [
    `<text class="t" x="${LEFT}" y="16">${escaped(title)}</text>`,
    line(zero, { at: end, value: 0 }, 'a'),
    line(zero, { at: 0, value: most }, 'a'),
    `<text x="${LEFT - 4}" y="${TOP + 8}" text-anchor="end">${short(most)}</text>`,
    `<text x="${LEFT - 4}" y="${HEIGHT - BOTTOM}" text-anchor="end">0 ${escaped(unit)}</text>`,
    `<text x="${WIDTH - RIGHT}" y="${HEIGHT - 6}" text-anchor="end">${(end / 60).toFixed(1)} min</text>`,
    `<polyline class="s" points="${samples.map(({ at, value }) => `${x(at)},${y(value)}`).join(' ')}"/>`,
    line(trend.from, trend.to, trend.isBeyond ? 'x' : 'f'),
  ].join('');
}

function short(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}
