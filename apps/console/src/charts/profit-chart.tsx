import type { V2PnlPoint } from '@foretell/contracts';
import { BaselineSeries, LineSeries, LineStyle, LineType, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { Drawing, useDrawing, type ColourOf } from './drawing';
import { axisDollars } from './profit-axis';

type Points = readonly V2PnlPoint[];

/** Draws profit around zero, and its realised part as a dashed line; the page has a text alternative. */
export function ProfitChart({ points }: { readonly points: Points }): ReactNode {
  return <div ref={useDrawing(drawingIn, points)} className="chart" aria-hidden="true" />;
}

function drawingIn(place: HTMLElement): Drawing<Points> {
  return new ProfitDrawing(place);
}

const PRICE_FORMAT = { type: 'custom', minMove: 0.01, formatter: axisDollars } as const;

class ProfitDrawing extends Drawing<Points> {
  private readonly profit: ISeriesApi<'Baseline'>;
  private readonly realized: ISeriesApi<'Line'>;

  constructor(place: HTMLElement) {
    super(place);
    this.profit = this.chart.addSeries(BaselineSeries, {
      baseValue: { type: 'price', price: 0 },
      lineWidth: 2,
      priceLineVisible: false,
      priceFormat: PRICE_FORMAT,
    });
    this.realized = this.chart.addSeries(LineSeries, {
      lineWidth: 1,
      lineStyle: LineStyle.Dashed,
      lineType: LineType.WithSteps,
      priceLineVisible: false,
      lastValueVisible: false,
      priceFormat: PRICE_FORMAT,
    });
    this.paint();
  }

  show(points: Points): void {
    const lineOf = (value: (point: V2PnlPoint) => number) =>
      points.map((point) => ({ time: point.timestamp as UTCTimestamp, value: value(point) }));
    this.profit.setData(lineOf(({ economic_pnl: profit }) => profit));
    this.realized.setData(lineOf(({ realized_pnl: realized }) => realized));
    this.chart.timeScale().fitContent();
  }

  protected colour(of: ColourOf): void {
    this.profit.applyOptions({
      topLineColor: of('--up'),
      topFillColor1: of('--up', 0.2),
      topFillColor2: of('--up', 0.02),
      bottomLineColor: of('--down'),
      bottomFillColor1: of('--down', 0.02),
      bottomFillColor2: of('--down', 0.2),
    });
    this.realized.applyOptions({ color: of('--quiet') });
  }
}
