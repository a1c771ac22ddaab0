import { Injectable } from '@nestjs/common';
import { toPositionItem } from '../positions/positions.mapper';
import { PositionsQuery, UNFILTERED_OPEN } from '../positions/positions.query';
import { decimalOf } from '../wire/json-numbers';
import { TokenNames } from './token-names.query';
import { zipOf } from './zip';

/** More than any wallet that fits a spreadsheet. */
const POSITIONS_MAX = 10_000;

/**
 * A wallet's books as two CSV files. Excludes cash: the data service has trades, but no deposits or withdrawals. Every field is a
 * number, an id or a time, so none needs quotes and none is a formula.
 */
@Injectable()
export class AccountingSnapshot {
  constructor(
    private readonly positions: PositionsQuery,
    private readonly tokens: TokenNames,
  ) {}

  async of(user: string, nowMillis: number): Promise<Buffer> {
    const rows = await this.positions.open({ ...UNFILTERED_OPEN, user, limit: POSITIONS_MAX });
    const nameOf = await this.tokens.of(rows.map(({ conditionId }) => conditionId));
    const time = new Date(nowMillis).toISOString();
    const lines = rows.map((row) => {
      const item = toPositionItem(row);
      const asset = nameOf(item.conditionId, item.outcomeIndex);
      return [item.conditionId, asset, item.size, item.avgPrice, item.curPrice, item.currentValue, item.realizedPnl, time];
    });
    const value = decimalOf(await this.positions.valueMicros(user, null));
    return zipOf([
      {
        name: 'positions.csv',
        text: csv(['conditionId,asset,size,avgPrice,curPrice,currentValue,realizedPnl,valuationTime'], lines),
      },
      { name: 'equity.csv', text: csv(['positionsValue,valuationTime'], [[value, time]]) },
    ]);
  }
}

function csv(header: readonly string[], lines: readonly (readonly (string | number)[])[]): string {
  return [...header, ...lines.map((line) => line.join(','))].map((line) => `${line}\n`).join('');
}
