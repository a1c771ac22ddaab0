import { AreaSeries, LineType, type AutoscaleInfo, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { Drawing, useDrawing, type ColourOf } from './drawing';
import { axisCents, priceAxis } from './price-axis';
import type { Series } from './series';

/** Draws a series; the page has a text alternative. */
export function PriceChart({ series }: { readonly series: Series }): ReactNode {
  return <div ref={useDrawing(drawingIn, series)} className="chart" aria-hidden="true" />;
}

function drawingIn(place: HTMLElement): Drawing<Series> {
  return new PriceDrawing(place);
}

class PriceDrawing extends Drawing<Series> {
  private readonly area: ISeriesApi<'Area'>;

  constructor(place: HTMLElement) {
    super(place);
    this.area = this.chart.addSeries(AreaSeries, {
      lineWidth: 2,
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      priceFormat: { type: 'custom', minMove: 0.001, formatter: axisCents },
      autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => priceAxis(usual()),
    });
    // The axis computes its own margins: the chart's fractional margins would extend beyond possible prices.
    this.area.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.paint();
  }

  show(series: Series): void {
    this.area.setData(series.map(({ seconds, price }) => ({ time: seconds as UTCTimestamp, value: price })));
    this.chart.timeScale().fitContent();
  }

  protected colour(of: ColourOf): void {
    this.area.applyOptions({ lineColor: of('--accent'), topColor: of('--accent', 0.2), bottomColor: of('--accent', 0.02) });
  }
}
