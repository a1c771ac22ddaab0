import { ClosedPosition, DataError, MarketsTraded, PositionItem, WalletValue } from '@foretell/contracts';
import { Controller, Get } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOkResponse, ApiOperation } from '@nestjs/swagger';
import { Allowlisted } from '../access/ip-allowlist.guard';
import {
  amount,
  integer,
  oneOf,
  optionalBoolean,
  optionalConditionIds,
  optionalText,
  wallet,
  type QueryOf,
} from '../query-rules/rule';
import { DocumentedQuery, RuledQuery } from '../query-rules/ruled-query';
import { fromMicros } from '../wire/json-numbers';
import { toClosedPosition, toPositionItem } from './positions.mapper';
import { CLOSED_ORDERS, OPEN_ORDERS, PositionsQuery } from './positions.query';

const ONE_SHARE_MICROS = 1_000_000;
const OF_WALLET = { user: wallet(), market: optionalConditionIds() };
const LIST = {
  eventId: optionalText(),
  limit: integer(0, 500, 100),
  offset: integer(0, 10_000, 0),
  sortDirection: oneOf(['ASC', 'DESC'], 'DESC'),
};
const OPEN = {
  ...OF_WALLET,
  ...LIST,
  sizeThreshold: amount(ONE_SHARE_MICROS, 1),
  redeemable: optionalBoolean(),
  mergeable: optionalBoolean(),
  sortBy: oneOf(OPEN_ORDERS, 'TOKENS'),
};
const CLOSED = { ...OF_WALLET, ...LIST, sortBy: oneOf(CLOSED_ORDERS, 'REALIZEDPNL') };
const TRADED = { user: wallet() };

@Controller()
export class PositionsController {
  constructor(private readonly positions: PositionsQuery) {}

  @Get('positions')
  @Allowlisted()
  @ApiOperation({ summary: 'What a wallet holds, with cost and worth' })
  @DocumentedQuery(OPEN)
  @ApiOkResponse({ type: [PositionItem] })
  @ApiBadRequestResponse({ type: DataError })
  async open(@RuledQuery(OPEN) query: QueryOf<typeof OPEN>): Promise<PositionItem[]> {
    return (await this.positions.open(query)).map(toPositionItem);
  }

  @Get('closed-positions')
  @Allowlisted()
  @ApiOperation({ summary: 'What a wallet held and gave away, with what came of it' })
  @DocumentedQuery(CLOSED)
  @ApiOkResponse({ type: [ClosedPosition] })
  @ApiBadRequestResponse({ type: DataError })
  async closed(@RuledQuery(CLOSED) query: QueryOf<typeof CLOSED>): Promise<ClosedPosition[]> {
    return (await this.positions.closed(query)).map(toClosedPosition);
  }

  @Get('value')
  @ApiOperation({ summary: "What a wallet's positions are worth" })
  @DocumentedQuery(OF_WALLET)
  @ApiOkResponse({ type: [WalletValue] })
  @ApiBadRequestResponse({ type: DataError })
  async value(@RuledQuery(OF_WALLET) { user, market }: QueryOf<typeof OF_WALLET>): Promise<WalletValue[]> {
    return [{ user, value: fromMicros(await this.positions.valueMicros(user, market)) }];
  }

  @Get('traded')
  @Allowlisted()
  @ApiOperation({ summary: 'How many markets a wallet has traded in' })
  @DocumentedQuery(TRADED)
  @ApiOkResponse({ type: MarketsTraded })
  @ApiBadRequestResponse({ type: DataError })
  async traded(@RuledQuery(TRADED) { user }: QueryOf<typeof TRADED>): Promise<MarketsTraded> {
    return { user, traded: String(await this.positions.marketsTraded(user)) };
  }
}
