import {
  ClosedPosition,
  ClosedPositionsRequest,
  DataError,
  MarketsTraded,
  OpenPositionsRequest,
  PositionItem,
  WalletMarketsRequest,
  WalletRequest,
  WalletValue,
} from '@foretell/contracts';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import { fromMicros } from '../wire/json-numbers';
import { toClosedPosition, toPositionItem } from './positions.mapper';
import { PositionsQuery } from './positions.query';

@ApiTags('positions')
@Controller()
export class PositionsController {
  constructor(private readonly positions: PositionsQuery) {}

  @Get('positions')
  @Allowlisted()
  @ApiOperation({ operationId: 'listPositions', summary: 'Open positions of a wallet, with cost and value' })
  @ApiOkResponse({ type: [PositionItem] })
  @ApiBadRequestResponse({ type: DataError })
  async open(@Query() query: OpenPositionsRequest): Promise<PositionItem[]> {
    return (await this.positions.open(query)).map(toPositionItem);
  }

  @Get('closed-positions')
  @Allowlisted()
  @ApiOperation({ operationId: 'listClosedPositions', summary: 'Closed positions of a wallet, with their result' })
  @ApiOkResponse({ type: [ClosedPosition] })
  @ApiBadRequestResponse({ type: DataError })
  async closed(@Query() query: ClosedPositionsRequest): Promise<ClosedPosition[]> {
    return (await this.positions.closed(query)).map(toClosedPosition);
  }

  @Get('value')
  @ApiOperation({ operationId: 'getPositionsValue', summary: "Value of a wallet's positions" })
  @ApiOkResponse({ type: [WalletValue] })
  @ApiBadRequestResponse({ type: DataError })
  async value(@Query() { user, market }: WalletMarketsRequest): Promise<WalletValue[]> {
    return [{ user, value: fromMicros(await this.positions.valueMicros(user, market)) }];
  }

  @Get('traded')
  @Allowlisted()
  @ApiOperation({ operationId: 'countMarketsTraded', summary: 'How many markets a wallet has traded in' })
  @ApiOkResponse({ type: MarketsTraded })
  @ApiBadRequestResponse({ type: DataError })
  async traded(@Query() { user }: WalletRequest): Promise<MarketsTraded> {
    return { user, traded: String(await this.positions.marketsTraded(user)) };
  }
}
