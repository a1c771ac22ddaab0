import { useEffect, useRef, type ReactNode } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import type { axisRange } from './axis-range';
import { axisTime, cursorTime, TIME_STEPS, timeRange } from './chart-time';
import type { Series } from './series';

/** Returns a colour of the theme by its name in tokens.css; an opacity below 1 makes it translucent. */
export type ColourOf = (name: string, opacity?: number) => string;

type Paint = string | CanvasGradient;

/** The look of a line. */
export interface Line {
  /** Colour of the value under the cursor. */
  readonly colour: string;
  readonly stroke?: (plot: uPlot, of: ColourOf) => Paint;
  /** Fills from the line to zero, or to the bottom. */
  readonly fill?: (plot: uPlot, of: ColourOf) => Paint;
  readonly width?: number;
  readonly dash?: number[];
  readonly shape: 'line' | 'steps' | 'dots';
}

/** How a kind of chart draws its data. Each line of `dataOf` has a look in `lines`. */
export interface Kind<Shown> {
  readonly lines: readonly Line[];
  readonly range: ReturnType<typeof axisRange>;
  readonly label: (value: number) => string;
  readonly dataOf: (shown: Shown) => uPlot.AlignedData;
}

/** Puts series with different times on one axis. */
export function aligned(series: readonly Series[]): uPlot.AlignedData {
  return uPlot.join(series.map((points) => [points.map(({ seconds }) => seconds), points.map(({ price }) => price)]));
}

/** A chart of the library. `kind` must be a module-level constant; a new one recreates the chart at each render. */
export function Drawing<Shown>({ kind, shown }: { readonly kind: Kind<Shown>; readonly shown: Shown }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | null>(null);
  const drawn = useRef(shown);
  useEffect(() => {
    if (place.current === null) return;
    const made = plotIn(place.current, kind, drawn.current);
    plot.current = made;
    const leave = follow(place.current, made);
    return () => {
      plot.current = null;
      leave();
      made.destroy();
    };
  }, [kind]);
  useEffect(() => {
    if (drawn.current !== shown) plot.current?.setData(kind.dataOf(shown));
    drawn.current = shown;
  }, [kind, shown]);
  return <div ref={place} className="chart" aria-hidden="true" />;
}

/** Adjusts a chart to the size of its container and to the colours of the theme. */
function follow(place: HTMLElement, plot: uPlot): () => void {
  const sizes = new ResizeObserver(() => {
    const size = sizeOf(place);
    if (size.width !== plot.width || size.height !== plot.height) plot.setSize(size);
  });
  const repaint = () => plot.redraw(false);
  const themes = new MutationObserver(repaint);
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  sizes.observe(place);
  themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  dark.addEventListener('change', repaint);
  return () => {
    sizes.disconnect();
    themes.disconnect();
    dark.removeEventListener('change', repaint);
  };
}

function sizeOf({ clientWidth, clientHeight }: HTMLElement) {
  return { width: clientWidth, height: clientHeight };
}

/** A value holds until the next. */
const STEPS = uPlot.paths.stepped?.({ align: 1 });
const AXIS_FONT_PIXELS = 12;
const TIMES_PIXELS = 26;
/** Between the middles of two times. */
const TIME_FREE_PIXELS = 84;
/** Half of the longest time. */
const HALF_TIME_PIXELS = 30;
/** Between the chart and the labels of its values, and after them. */
const LABEL_FREE_PIXELS = 12;

function plotIn<Shown>(place: HTMLElement, kind: Kind<Shown>, shown: Shown): uPlot {
  const of: ColourOf = (name, opacity = 1) => faded(shownIn(place, name), opacity);
  const reading = readingIn(place);
  const font = `${AXIS_FONT_PIXELS}px ${getComputedStyle(place).fontFamily}`;
  const axis = { font, stroke: () => of('--quiet'), ticks: { show: false } };
  const options: uPlot.Options = {
    ...sizeOf(place),
    legend: { show: false },
    padding: [LABEL_FREE_PIXELS, null, null, 0],
    cursor: {
      y: false,
      drag: { x: false, y: false },
      points: { fill: (_plot, at) => variable(kind.lines[at - 1]?.colour ?? '--text') },
    },
    scales: {
      // From the data: the library has already widened the range of a single time to years.
      x: { range: (plot) => timeRange(plot.data[0]) },
      y: { range: (_plot, least, most) => kind.range(least, most) },
    },
    axes: [
      {
        ...axis,
        grid: { show: false },
        size: TIMES_PIXELS,
        space: TIME_FREE_PIXELS,
        incrs: TIME_STEPS,
        // A label that would extend beyond the start is left out.
        filter: (plot, times) => times.map((time) => (plot.valToPos(time, 'x') < HALF_TIME_PIXELS ? null : time)),
        values: (_plot, times, _axis, _space, step) => times.map((time) => (time === null ? null : axisTime(time, step))),
      },
      {
        ...axis,
        side: 1,
        gap: LABEL_FREE_PIXELS / 2,
        grid: { stroke: () => of('--line'), width: 1 },
        size: (plot, labels) => widthOf(plot, labels, font) + LABEL_FREE_PIXELS,
        values: (_plot, values) => values.map(kind.label),
      },
    ],
    series: [{}, ...kind.lines.map((line) => seriesOf(line, of))],
    hooks: { setCursor: [(plot) => read(plot, reading, kind)] },
  };
  return new uPlot(options, kind.dataOf(shown), place);
}

function seriesOf({ colour, stroke, fill, width = 2, dash, shape }: Line, of: ColourOf): uPlot.Series {
  const strokeOf = (plot: uPlot) => stroke?.(plot, of) ?? of(colour);
  const shared = { stroke: strokeOf, spanGaps: true };
  if (shape === 'dots') return { ...shared, paths: () => null, points: { show: true, size: 6, fill: () => of(colour) } };
  return {
    ...shared,
    width,
    // A line needs two points.
    points: { show: (plot, at) => isAlone(plot.data[at] ?? []), fill: () => of(colour) },
    ...(shape === 'steps' && STEPS !== undefined && { paths: STEPS }),
    ...(dash !== undefined && { dash }),
    ...(fill !== undefined && { fill: (plot: uPlot) => fill(plot, of) }),
  };
}

function isAlone(values: ArrayLike<number | null | undefined>): boolean {
  return Array.from(values).filter((value) => typeof value === 'number').length === 1;
}

/** Width of the longest label in pixels of the page. */
function widthOf({ ctx }: uPlot, labels: readonly string[] | null, font: string): number {
  ctx.save();
  ctx.font = font;
  const widths = (labels ?? []).map((label) => ctx.measureText(label).width);
  ctx.restore();
  return Math.max(0, ...widths);
}

function readingIn(place: HTMLElement): HTMLElement {
  const reading = document.createElement('div');
  reading.className = 'chart-reading';
  place.replaceChildren(reading);
  return reading;
}

/** Writes the time and the values under the cursor. */
function read<Shown>(plot: uPlot, reading: HTMLElement, { lines, label }: Kind<Shown>): void {
  const at = plot.cursor.idx ?? null;
  const seconds = at === null ? undefined : plot.data[0][at];
  reading.hidden = seconds === undefined;
  if (at === null || seconds === undefined) return;
  const values = lines.flatMap(({ colour }, line) => {
    const value = plot.data[line + 1]?.[at];
    if (value === null || value === undefined) return [];
    const shown = document.createElement('strong');
    shown.style.color = variable(colour);
    shown.textContent = label(value);
    return [shown];
  });
  reading.replaceChildren(cursorTime(seconds), ...values);
}

/** A colour of the theme for an element; it changes with the theme by itself. */
function variable(name: string): string {
  return `var(${name})`;
}

/** A canvas needs a plain colour: a custom property has a pair, of which an element's computed style has the current one. */
function shownIn(place: HTMLElement, name: string): string {
  place.style.color = variable(name);
  const { color } = getComputedStyle(place);
  place.style.color = '';
  return color;
}

/** "rgb(1, 2, 3)" as "rgba(1, 2, 3, 0.2)". */
function faded(colour: string, opacity: number): string {
  return opacity === 1 ? colour : colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${opacity})`);
}
