import type { V2PnlPoint } from '@foretell/contracts';
import { BaselineSeries, LineSeries, LineStyle, LineType, type ISeriesApi, type UTCTimestamp } from 'lightweight-charts';
import type { ReactNode } from 'react';
import { Drawing, useDrawing, type ColourOf } from './drawing';

type Points = readonly V2PnlPoint[];

/** Draws profit around zero, and dashed what of it is realised; the page says in words what it shows. */
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
    const [up, down] = [of('--up'), of('--down')];
    this.profit.applyOptions({
      topLineColor: up,
      topFillColor1: `${up}33`,
      topFillColor2: `${up}05`,
      bottomLineColor: down,
      bottomFillColor1: `${down}05`,
      bottomFillColor2: `${down}33`,
    });
    this.realized.applyOptions({ color: of('--quiet') });
  }
}

/** Of an axis or the cross-hair, which are between what was said: a cent is enough. */
function axisDollars(dollars: number): string {
  return `${dollars < 0 ? '−' : ''}$${Math.abs(dollars).toFixed(2)}`;
}
