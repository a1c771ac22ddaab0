import { DataError, LiveVolume, MarketFigure } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { optionalConditionIds, optionalText, type QueryOf } from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { decimalOf } from '../wire/json-numbers';
import { MarketFiguresQuery, type MarketFigureRead } from './market-figures.query';

const OPEN_INTEREST = { market: optionalConditionIds() };
/** Markets by condition id, or those of an event by its id. */
const VOLUME = { market: optionalConditionIds(), id: optionalText() };

@Controller()
export class MarketFiguresController {
  constructor(private readonly figures: MarketFiguresQuery) {}

  @Get('oi')
  @ApiOperation({ summary: 'Open interest: the collateral that markets hold' })
  @DocumentedQuery(OPEN_INTEREST)
  @ApiOkResponse({ type: [MarketFigure] })
  @ApiBadRequestResponse({ type: DataError })
  async openInterest(@RuledQuery(OPEN_INTEREST) { market }: QueryOf<typeof OPEN_INTEREST>): Promise<MarketFigure[]> {
    const rows = market === null ? await this.figures.largestOpenInterest() : await this.figures.openInterest(market);
    return rows.map(toMarketFigure);
  }

  @Get('live-volume')
  @ApiOperation({ summary: 'What has been traded in markets, or in the markets of an event' })
  @DocumentedQuery(VOLUME)
  @ApiOkResponse({ type: [LiveVolume] })
  @ApiBadRequestResponse({ type: DataError })
  async volume(@RuledQuery(VOLUME) { market, id }: QueryOf<typeof VOLUME>): Promise<LiveVolume[]> {
    if (market === null && id === null) throw new HttpFailure(400, 'missing_field: market', 'missing_field');
    const rows = await this.figures.volumes(market, id);
    const totalMicros = rows.reduce((sum, { micros }) => sum + micros, 0);
    return [{ total: decimalOf(totalMicros), markets: rows.map(toMarketFigure) }];
  }
}

function toMarketFigure({ conditionId, micros }: MarketFigureRead): MarketFigure {
  return { market: conditionId, value: decimalOf(micros) };
}
