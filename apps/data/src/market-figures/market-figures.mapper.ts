import type { LiveVolume, MarketFigure } from '@foretell/contracts';
import { decimalOf } from '../wire/json-numbers';
import type { MarketFigureRead } from './market-figures.query';

export function toMarketFigure({ conditionId, micros }: MarketFigureRead): MarketFigure {
  return { market: conditionId, value: decimalOf(micros) };
}

export function volumeOf(rows: readonly MarketFigureRead[]): LiveVolume {
  const totalMicros = rows.reduce((sum, { micros }) => sum + micros, 0);
  return { total: decimalOf(totalMicros), markets: rows.map(toMarketFigure) };
}
