import { PatternParam, SecondsParam } from '../params';
import { ADDRESS, TRADE_ID } from './documented-values';
import { FilterParam } from './params';
import { ScopedListQuery } from './order-requests';

const MAKER = { description: 'Address of a maker', isHex: true, example: ADDRESS.example } as const;

/** The filters of all lists of trades. */
class TradeFiltersQuery extends ScopedListQuery {
  @FilterParam({ description: 'Only the trade of that id', example: TRADE_ID.example })
  id?: string;

  @FilterParam({ description: 'Address of the taker', isHex: true, example: ADDRESS.example })
  taker?: string;

  /** Unix microseconds. */
  @SecondsParam({ description: 'Only trades before this time, Unix seconds', example: 1795262400 })
  before?: number;

  /** Unix microseconds. */
  @SecondsParam({
    description: 'Only trades after this time, Unix seconds: 100 stands for 100.000, so a trade at 100.001 is included',
    example: 1795262400,
  })
  after?: number;
}

/** Query of GET /data/trades and GET /trades. */
export class ListTradesQuery extends TradeFiltersQuery {
  @FilterParam(MAKER)
  maker?: string;

  /** Public clients ask for their own trades by their own address; a trade's field of that name holds its taker. */
  @FilterParam({ description: 'Address of the taker or of a maker', isHex: true, example: ADDRESS.example })
  maker_address?: string;
}

/** Query of GET /builder/trades. */
export class ListBuilderTradesQuery extends TradeFiltersQuery {
  @FilterParam({
    ...MAKER,
    aliases: ['maker_address'],
    repeated: { message: 'maker must be given once, as maker or as maker_address', details: { field: 'maker' } },
  })
  maker?: string;

  @PatternParam({
    description:
      'Code of a builder. Needs no credentials, because it is public on every order that carries it. All zeros, which means no builder, is refused',
    example: `0x${'0'.repeat(63)}1`,
    pattern: /^0x[0-9a-fA-F]{64}$/,
    refusal: { message: 'Invalid builder code', code: 'invalid_builder_code', details: { expected: '0x and 64 hex digits' } },
  })
  builder_code?: string;
}
