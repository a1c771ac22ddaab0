import { LineSeries, LineType, type AutoscaleInfo, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { Drawing, useDrawing, type ColourOf } from './drawing';
import { axisCents, priceAxis } from './price-axis';
import { LINES_MAX, type Series } from './series';

/** Draws up to LINES_MAX outcomes; the legend beside it names them in the same order and colours. */
export function OutcomesChart({ lines }: { readonly lines: readonly Series[] }): ReactNode {
  return <div ref={useDrawing(drawingIn, lines)} className="chart" aria-hidden="true" />;
}

function drawingIn(place: HTMLElement): Drawing<readonly Series[]> {
  return new OutcomesDrawing(place);
}

class OutcomesDrawing extends Drawing<readonly Series[]> {
  private readonly lines: readonly ISeriesApi<'Line'>[];

  constructor(place: HTMLElement) {
    super(place);
    this.lines = Array.from({ length: LINES_MAX }, () =>
      this.chart.addSeries(LineSeries, {
        lineWidth: 2,
        lineType: LineType.WithSteps,
        priceLineVisible: false,
        lastValueVisible: false,
        priceFormat: { type: 'custom', minMove: 0.001, formatter: axisCents },
        autoscaleInfoProvider: (usual: () => AutoscaleInfo | null) => priceAxis(usual()),
      }),
    );
    this.lines[0]?.priceScale().applyOptions({ scaleMargins: { top: 0, bottom: 0 } });
    this.paint();
  }

  show(lines: readonly Series[]): void {
    this.lines.forEach((line, at) =>
      line.setData((lines[at] ?? []).map(({ seconds, price }) => ({ time: seconds as UTCTimestamp, value: price }))),
    );
    this.chart.timeScale().fitContent();
  }

  protected colour(of: ColourOf): void {
    this.lines.forEach((line, at) => line.applyOptions({ color: of(`--series-${at + 1}`) }));
  }
}
