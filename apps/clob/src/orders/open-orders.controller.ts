import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  END_CURSOR,
  ListOpenOrdersQuery,
  OpenOrderRecord,
  OpenOrdersPage,
  OrderPath,
  PublicOpenOrderRecord,
  PublicOpenOrdersPage,
  encodeCursor,
  type Page,
} from '@foretell/contracts';
import { Caller, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { RESPONSE_FORMATS, type ResponseFormat } from '../response-formats/response-formats';
import { WalletLinks } from '../ledger/wallet-links';
import { MarketDirectory } from '../market-directory/market-directory';
import { Refuses } from '../refuses.decorator';
import { openOrderRecord, type ShownOrder } from './open-order.mapper';
import { OpenOrdersQuery, type OpenOrderRow } from './open-orders.query';
import { orderIdOf } from '../requests/order-id';
import { listScope } from '../requests/list-scope';

const PAGE_LIMIT = 100;

/** The caller's live orders. Source: interface, GET /data/orders; protocol 9.2 and 9.3. */
@ApiTags('orders')
@L2({ write: false })
@Controller('data')
export class OpenOrdersController {
  constructor(
    private readonly orders: OpenOrdersQuery,
    private readonly directory: MarketDirectory,
    private readonly links: WalletLinks,
  ) {}

  @Get('orders')
  @ApiOperation({
    operationId: 'listOpenOrders',
    summary: 'The caller’s live orders, newest first',
    description: 'With the POLY_ prefix only the public names, and statuses in upper case.',
  })
  @ApiExtraModels(OpenOrdersPage, PublicOpenOrdersPage)
  @ApiOkResponse({ schema: { anyOf: [{ $ref: getSchemaPath(OpenOrdersPage) }, { $ref: getSchemaPath(PublicOpenOrdersPage) }] } })
  @Refuses({ 400: 'invalid_query, invalid_cursor' })
  async list(@Caller() caller: AuthenticatedCaller, @Query() query: ListOpenOrdersQuery): Promise<Page<ShownOrder>> {
    const { next_cursor: place, id } = query;
    const isPastEnd = place.after < 0;
    const scope = listScope(query, this.directory);
    const rows =
      isPastEnd || scope === null
        ? []
        : await this.orders.page({
            ...scope,
            wallets: this.links.walletsOf(caller.address),
            id,
            beforePriority: place.after,
            skip: place.skip,
            limit: PAGE_LIMIT + 1,
          });
    const shown = rows.slice(0, PAGE_LIMIT);
    const last = shown.at(-1);
    const shapes = RESPONSE_FORMATS[caller.format];
    // The interface ends this list with ''; public clients would loop on it forever. Source: protocol 9.1.
    const end = isPastEnd ? END_CURSOR : shapes.openOrdersEnd;
    const next = rows.length > PAGE_LIMIT && last !== undefined ? encodeCursor(last.priority) : end;
    const data = shown.map((row) => this.record(row, shapes));
    return { data, next_cursor: next, limit: PAGE_LIMIT, count: shown.length };
  }

  /** Public clients request orders of an older exchange once; there are none. Source: protocol 12. */
  @Get('pre-migration-orders')
  @ApiOperation({ operationId: 'listPreMigrationOrders', summary: 'Always empty: orders of an older exchange' })
  @ApiOkResponse({ type: OpenOrdersPage })
  older(): OpenOrdersPage {
    return { data: [], next_cursor: END_CURSOR, limit: PAGE_LIMIT, count: 0 };
  }

  @Get('order/:id')
  @ApiOperation({ operationId: 'getOpenOrder', summary: 'One order of the caller' })
  @ApiExtraModels(OpenOrderRecord, PublicOpenOrderRecord)
  @ApiOkResponse({
    schema: { anyOf: [{ $ref: getSchemaPath(OpenOrderRecord) }, { $ref: getSchemaPath(PublicOpenOrderRecord) }] },
  })
  @Refuses({ 404: 'No order of the caller has that id: order_not_found' })
  async one(@Caller() caller: AuthenticatedCaller, @Param() { id }: OrderPath): Promise<ShownOrder> {
    const orderId = id === null ? undefined : orderIdOf(id);
    const row = orderId === undefined ? undefined : await this.orders.one(orderId, this.links.walletsOf(caller.address));
    if (row === undefined) throw new HttpFailure(404, 'Order not found', 'order_not_found');
    return this.record(row, RESPONSE_FORMATS[caller.format]);
  }

  private record(row: OpenOrderRow, shapes: ResponseFormat): ShownOrder {
    const market = this.directory.byCondition(row.conditionId);
    if (market === undefined) throw new Error(`order ${row.orderId} names the unlisted condition ${row.conditionId}`);
    return openOrderRecord(row, market, shapes);
  }
}
