import { AreaSeries, LineSeries, LineType, type AutoscaleInfo, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { Drawing, useDrawing, type ColourOf } from './drawing';
import { axisCents, priceAxis } from './price-axis';
import type { Series } from './series';

/** A line, and trades as dots. */
export interface PriceLines {
  readonly line: Series;
  readonly trades: Series;
}

/** Draws a price and its trades; the page has a text alternative. */
export function PriceChart({ lines }: { readonly lines: PriceLines }): ReactNode {
  return <div ref={useDrawing(drawingIn, lines)} className="chart" aria-hidden="true" />;
}

function drawingIn(place: HTMLElement): Drawing<PriceLines> {
  return new PriceDrawing(place);
}

const PRICES = {
  priceLineVisible: false,
  priceFormat: { type: 'custom', minMove: 0.001, formatter: axisCents },
  autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => priceAxis(usual()),
} as const;

class PriceDrawing extends Drawing<PriceLines> {
  private readonly area: ISeriesApi<'Area'>;
  private readonly dots: ISeriesApi<'Line'>;

  constructor(place: HTMLElement) {
    super(place);
    this.area = this.chart.addSeries(AreaSeries, { ...PRICES, lineWidth: 2, lineType: LineType.WithSteps });
    this.dots = this.chart.addSeries(LineSeries, {
      ...PRICES,
      lineVisible: false,
      lastValueVisible: false,
      pointMarkersVisible: true,
      pointMarkersRadius: 3,
    });
    // The axis computes its own margins: the chart's fractional margins would extend beyond possible prices.
    this.area.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.paint();
  }

  show({ line, trades }: PriceLines): void {
    this.area.setData(dataOf(line));
    this.dots.setData(dataOf(trades));
    this.chart.timeScale().fitContent();
  }

  protected colour(of: ColourOf): void {
    this.area.applyOptions({ lineColor: of('--accent'), topColor: of('--accent', 0.2), bottomColor: of('--accent', 0.02) });
    this.dots.applyOptions({ color: of('--text') });
  }
}

function dataOf(series: Series) {
  return series.map(({ seconds, price }) => ({ time: seconds as UTCTimestamp, value: price }));
}
