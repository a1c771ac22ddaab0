import type { LiveVolume, MarketFigure, PublicLiveVolume, PublicMarketFigure } from '@foretell/contracts';
import { decimalOf, fromMicros } from '../wire/json-numbers';
import type { MarketFigureRead } from './market-figures.query';

export function toMarketFigure({ conditionId, micros }: MarketFigureRead): MarketFigure {
  return { market: conditionId, value: decimalOf(micros) };
}

export function volumeOf(rows: readonly MarketFigureRead[]): LiveVolume {
  const totalMicros = rows.reduce((sum, { micros }) => sum + micros, 0);
  return { total: decimalOf(totalMicros), markets: rows.map(toMarketFigure) };
}

export function toPublicFigure({ conditionId, micros }: MarketFigureRead): PublicMarketFigure {
  return { market: conditionId, value: fromMicros(micros) };
}

export function publicVolumeOf(rows: readonly MarketFigureRead[]): PublicLiveVolume {
  const totalMicros = rows.reduce((sum, { micros }) => sum + micros, 0);
  return { total: fromMicros(totalMicros), markets: rows.map(toPublicFigure) };
}
