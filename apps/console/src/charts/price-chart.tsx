import {
  AreaSeries,
  type AutoscaleInfo,
  ColorType,
  createChart,
  LineType,
  type IChartApi,
  type ISeriesApi,
  type UTCTimestamp,
} from 'lightweight-charts';
import { useEffect, useRef, type ReactNode } from 'react';
import type { Series } from './series';

/** Draws a series; the page says in words what it shows. Colours are the theme's, also after it changes. */
export function PriceChart({ series }: { readonly series: Series }): ReactNode {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawing | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const drawing = new Drawing(place.current);
    drawn.current = drawing;
    return () => {
      drawn.current = null;
      drawing.remove();
    };
  }, []);
  useEffect(() => drawn.current?.show(series), [series]);
  return <div ref={place} className="chart" aria-hidden="true" />;
}

/** The library's chart, with what it asks of the page. */
class Drawing {
  private readonly chart: IChartApi;
  private readonly area: ISeriesApi<'Area'>;
  private readonly dark = window.matchMedia('(prefers-color-scheme: dark)');
  private readonly themes = new MutationObserver(() => this.paint());

  constructor(private readonly place: HTMLElement) {
    this.chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false, fontFamily: getComputedStyle(place).fontFamily },
      rightPriceScale: { borderVisible: false },
      timeScale: { borderVisible: false, timeVisible: true },
      handleScroll: false,
      handleScale: false,
    });
    this.area = this.chart.addSeries(AreaSeries, {
      lineWidth: 2,
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      priceFormat: { type: 'custom', minMove: 0.001, formatter: axisCents },
      autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => widened(usual()),
    });
    this.chart.timeScale().subscribeSizeChange(() => this.chart.timeScale().fitContent());
    this.dark.addEventListener('change', this.paint);
    this.themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    this.paint();
  }

  show(series: Series): void {
    this.area.setData(series.map(({ seconds, price }) => ({ time: seconds as UTCTimestamp, value: price })));
    this.chart.timeScale().fitContent();
  }

  remove(): void {
    this.dark.removeEventListener('change', this.paint);
    this.themes.disconnect();
    this.chart.remove();
  }

  private readonly paint = (): void => {
    const colours = getComputedStyle(this.place);
    const of = (name: string): string => colours.getPropertyValue(name).trim();
    this.chart.applyOptions({
      layout: { background: { type: ColorType.Solid, color: of('--surface') }, textColor: of('--quiet') },
      grid: { vertLines: { visible: false }, horzLines: { color: of('--line') } },
    });
    this.area.applyOptions({ lineColor: of('--accent'), topColor: `${of('--accent')}33`, bottomColor: `${of('--accent')}05` });
  };
}

/** Of an axis or the cross-hair, which are between what was said: a tenth of a cent is enough. */
function axisCents(price: number): string {
  return `${Math.round(price * 1_000) / 10}¢`;
}

/** Half of the least span of the axis: a price that hardly moved is a line, not a mountain. */
const HALF_SPAN = 0.025;

function widened(usual: AutoscaleInfo | null): AutoscaleInfo | null {
  const range = usual?.priceRange ?? null;
  if (usual === null || range === null) return usual;
  const middle = (range.minValue + range.maxValue) / 2;
  const priceRange = {
    minValue: Math.max(0, Math.min(range.minValue, middle - HALF_SPAN)),
    maxValue: Math.min(1, Math.max(range.maxValue, middle + HALF_SPAN)),
  };
  return { ...usual, priceRange };
}
