import { ColorType, createChart, type IChartApi } from 'lightweight-charts';
import { useEffect, useRef, type RefObject } from 'react';
import { axisTime, crossHairTime } from './chart-time';

/** Returns a colour of the theme by its name in tokens.css; an opacity below 1 makes it translucent. */
export type ColourOf = (name: string, opacity?: number) => string;

/** A chart of the library in an element of the page. Uses the theme's colours and follows changes of the theme. */
export abstract class Drawing<Shown> {
  protected readonly chart: IChartApi;
  private readonly dark = window.matchMedia('(prefers-color-scheme: dark)');
  private readonly themes = new MutationObserver(() => this.paint());

  constructor(private readonly place: HTMLElement) {
    this.chart = createChart(place, {
      autoSize: true,
      layout: { attributionLogo: false, fontFamily: getComputedStyle(place).fontFamily },
      // Leaves out a label that would be cut at the end of the axis.
      rightPriceScale: { borderVisible: false, entireTextOnly: true },
      timeScale: { borderVisible: false, timeVisible: true, tickMarkFormatter: axisTime },
      localization: { timeFormatter: crossHairTime },
      handleScroll: false,
      handleScale: false,
    });
    this.chart.timeScale().subscribeSizeChange(() => this.chart.timeScale().fitContent());
    this.dark.addEventListener('change', this.paint);
    this.themes.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  }

  abstract show(shown: Shown): void;

  /** Sets the colours of the subclass's own series. */
  protected abstract colour(of: ColourOf): void;

  remove(): void {
    this.dark.removeEventListener('change', this.paint);
    this.themes.disconnect();
    this.chart.remove();
  }

  /** The subclass calls it again after it has created its series. */
  protected readonly paint = (): void => {
    const of: ColourOf = (name, opacity = 1) => faded(shownIn(this.place, name), opacity);
    this.chart.applyOptions({
      layout: { background: { type: ColorType.Solid, color: of('--surface') }, textColor: of('--quiet') },
      grid: { vertLines: { visible: false }, horzLines: { color: of('--line') } },
    });
    this.colour(of);
  };
}

/** A custom property holds a pair of colours; the computed style of an element resolves which of them applies. */
function shownIn(place: HTMLElement, name: string): string {
  place.style.color = `var(${name})`;
  const { color } = getComputedStyle(place);
  place.style.color = '';
  return color;
}

/** "rgb(1, 2, 3)" as "rgba(1, 2, 3, 0.2)". */
function faded(colour: string, opacity: number): string {
  return opacity === 1 ? colour : colour.replace(/^rgb\((.+)\)$/, `rgba($1, ${opacity})`);
}

/**
 * Returns the element that contains a drawing. `make` must be a module-level function; a new one would recreate the drawing at
 * each render.
 */
export function useDrawing<Shown>(make: (place: HTMLElement) => Drawing<Shown>, shown: Shown): RefObject<HTMLDivElement | null> {
  const place = useRef<HTMLDivElement>(null);
  const drawn = useRef<Drawing<Shown> | null>(null);
  useEffect(() => {
    if (place.current === null) return;
    const drawing = make(place.current);
    drawn.current = drawing;
    return () => {
      drawn.current = null;
      drawing.remove();
    };
  }, [make]);
  useEffect(() => drawn.current?.show(shown), [shown]);
  return place;
}
