import type { V2PnlPoint } from '@foretell/contracts';
import type { ReactNode } from 'react';
import type uPlot from 'uplot';
import { Drawing, type ColourOf, type Kind } from './drawing';
import { axisDollars, profitRange } from './profit-axis';

type Points = readonly V2PnlPoint[];

const FILL_OPACITY = 0.15;

const KIND: Kind<Points> = {
  lines: [
    {
      colour: '--text',
      shape: 'line',
      stroke: (plot, of) => aroundZero(plot, of, 1),
      fill: (plot, of) => aroundZero(plot, of, FILL_OPACITY),
    },
    { colour: '--quiet', shape: 'steps', width: 1, dash: [4, 3] },
  ],
  range: profitRange,
  label: axisDollars,
  dataOf: (points) => [
    points.map(({ timestamp }) => timestamp),
    points.map(({ economic_pnl: profit }) => profit),
    points.map(({ realized_pnl: realized }) => realized),
  ],
};

/** Draws profit around zero, and its realised part as a dashed line; the page has a text alternative. */
export function ProfitChart({ points }: { readonly points: Points }): ReactNode {
  return <Drawing kind={KIND} shown={points} />;
}

/** The colour of a gain above zero, and of a loss below. */
function aroundZero(plot: uPlot, of: ColourOf, opacity: number): CanvasGradient {
  const { top, height } = plot.bbox;
  const gradient = plot.ctx.createLinearGradient(0, top, 0, top + height);
  const zero = Math.min(1, Math.max(0, (plot.valToPos(0, 'y', true) - top) / height));
  for (const [end, name] of [
    [0, '--up'],
    [zero, '--up'],
    [zero, '--down'],
    [1, '--down'],
  ] as const)
    gradient.addColorStop(end, of(name, opacity));
  return gradient;
}
