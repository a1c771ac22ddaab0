import { DataError, LiveVolume, LiveVolumeRequest, MarketFigure, OpenInterestRequest } from '@foretell/contracts';
import { HttpFailure } from '@foretell/platform-server';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { toMarketFigure, volumeOf } from './market-figures.mapper';
import { MarketFiguresQuery } from './market-figures.query';

@ApiTags('markets')
@Controller()
export class MarketFiguresController {
  constructor(private readonly figures: MarketFiguresQuery) {}

  @Get('oi')
  @ApiOperation({ operationId: 'getOpenInterest', summary: 'Open interest: the collateral of markets' })
  @ApiOkResponse({ type: [MarketFigure] })
  @ApiBadRequestResponse({ type: DataError })
  async openInterest(@Query() { market }: OpenInterestRequest): Promise<MarketFigure[]> {
    const rows = market === null ? await this.figures.largestOpenInterest() : await this.figures.openInterest(market);
    return rows.map(toMarketFigure);
  }

  @Get('live-volume')
  @ApiOperation({ operationId: 'getLiveVolume', summary: 'Volume of markets, or of the markets of an event' })
  @ApiOkResponse({ type: [LiveVolume] })
  @ApiBadRequestResponse({ type: DataError })
  async volume(@Query() { market, id }: LiveVolumeRequest): Promise<LiveVolume[]> {
    if (market === null && id === null) throw new HttpFailure(400, 'missing_field: market', 'missing_field');
    return [volumeOf(await this.figures.volumes(market, id))];
  }
}
