import { float, type RecordOf } from './column';
import type { EventRecord, MarketRecord } from './records';
import type { SourceRow } from './tables';

/** Figures that a source's row may contain, in USDC; names are columns of gamma.market_figures and gamma.event_figures. */
export const SOURCE_FIGURES = {
  volume: float,
  volume24hr: float,
  volume1wk: float,
  volume1mo: float,
  volume1yr: float,
  liquidity: float,
  competitive: float,
};
/** Sums of the source's volume and the volume traded here, with the hours of each window; null: all time. */
export const VOLUMES = { volume: null, volume24hr: 24, volume1wk: 168, volume1mo: 720, volume1yr: 8760 } as const;
export type SourceFigures = RecordOf<typeof SOURCE_FIGURES>;

export function marketFigures({ id, volume, liquidity, source }: MarketRecord): SourceFigures & { readonly id: number } {
  return { id, ...windowsOf(source), volume, liquidity };
}

export function eventFigures({ id, source }: EventRecord): SourceFigures & { readonly id: number } {
  return { id, ...windowsOf(source), volume: numberOf(source['volume']), liquidity: numberOf(source['liquidity']) };
}

function windowsOf(source: SourceRow): Omit<SourceFigures, 'volume' | 'liquidity'> {
  return {
    volume24hr: numberOf(source['volume24hr']),
    volume1wk: numberOf(source['volume1wk']),
    volume1mo: numberOf(source['volume1mo']),
    volume1yr: numberOf(source['volume1yr']),
    competitive: numberOf(source['competitive']),
  };
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}
