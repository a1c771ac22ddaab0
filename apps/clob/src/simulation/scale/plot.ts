import type { Point } from './point';

const WIDTH = 860;
const HEIGHT = 380;
const PANEL = { width: 340, height: 240, top: 40 };
const LEFT = [60, 490];
const COLOURS = ['#4c78a8', '#f58518', '#54a24b', '#b279a2', '#e45756'];
const TICKS = 4;

/** Orders a second and latency by writers, a line a way: SVG. */
export function plot(points: readonly Point[]): string {
  const ways = [...new Set(points.map(({ way }) => way))];
  const panels = [
    panel(LEFT[0] ?? 0, 'orders/s at most, in thousands', points, ({ most }) => most.ordersPerSecond / 1_000),
    panel(LEFT[1] ?? 0, 'p99 at 70 % of that, in ms', points, ({ usual }) => usual.p99Millis),
  ];
  const legend = ways.map((way, index) => {
    const y = 318 + 13 * index;
    return `<rect x="60" y="${y - 8}" width="18" height="3" fill="${colour(index)}"/><text x="84" y="${y - 3}">${way}</text>`;
  });
  const frame = `<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>`;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="11">`;
  return `${[open, frame, ...panels, ...legend, '</svg>'].join('\n')}\n`;
}

function panel(left: number, title: string, points: readonly Point[], value: (point: Point) => number): string {
  const writers = [...new Set(points.map(({ writers: count }) => count))];
  const most = ceiling(Math.max(...points.map(value)));
  const x = (count: number): number => left + (PANEL.width * writers.indexOf(count)) / Math.max(1, writers.length - 1);
  const y = (figure: number): number => PANEL.top + PANEL.height * (1 - figure / most);
  const grid = Array.from({ length: TICKS + 1 }, (_, tick) => {
    const figure = (most * tick) / TICKS;
    const line = `<line x1="${left}" x2="${left + PANEL.width}" y1="${y(figure)}" y2="${y(figure)}" stroke="#dddddd"/>`;
    return `${line}<text x="${left - 6}" y="${y(figure) + 4}" text-anchor="end">${figure}</text>`;
  });
  const labels = writers.map(
    (count) => `<text x="${x(count)}" y="${PANEL.top + PANEL.height + 16}" text-anchor="middle">${count}</text>`,
  );
  const lines = [...new Set(points.map(({ way }) => way))].map((way, index) => {
    const path = points
      .filter((point) => point.way === way)
      .map((point) => `${round(x(point.writers))},${round(y(value(point)))}`);
    return `<polyline points="${path.join(' ')}" fill="none" stroke="${colour(index)}" stroke-width="2"/>`;
  });
  return [`<text x="${left}" y="24" font-size="13">${title}, by writers</text>`, ...grid, ...labels, ...lines].join('\n');
}

/** The next number above that is 1, 2, 4 or 8 of its kind, so that a quarter of it is short. */
function ceiling(figure: number): number {
  const unit = 10 ** Math.floor(Math.log10(figure));
  return ([1, 2, 4, 8, 10].find((step) => step * unit >= figure) ?? 10) * unit;
}

function colour(index: number): string {
  return COLOURS[index % COLOURS.length] ?? '#000000';
}

function round(figure: number): number {
  return Math.round(figure * 10) / 10;
}
