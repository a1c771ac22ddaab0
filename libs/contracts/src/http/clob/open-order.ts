import { ApiProperty, PickType } from '@nestjs/swagger';
import {
  ADDRESS,
  CONDITION_ID,
  ISO_TIME,
  ORDER_ID,
  ORDER_TYPE,
  OUTCOME,
  OWNER,
  PRICE,
  SHARES,
  SIDE,
  TOKEN_ID,
  UNIX_SECONDS_TEXT,
} from './documented-values';
import { pageOf } from './page';

const TRADE_IDS = { type: String, isArray: true as const, description: 'Ids of the trades that this order took part in' };
const FILLED = { ...SHARES, description: 'Shares filled so far, decimal string' };
const ASKED = { ...SHARES, description: 'Shares asked for, decimal string' };
const FUNDS = { ...ADDRESS, description: 'Wallet whose funds the order uses' };

/** A live order: the interface's names, and the names that public clients read. Source: protocol 9.2. */
export class OpenOrderRecord {
  @ApiProperty(ORDER_ID)
  readonly id!: string;
  @ApiProperty({
    enum: ['live', 'delayed', 'matched', 'canceled'],
    description:
      'live rests in the book; delayed waits for its market’s delay. Lists hold these two; one order by its id may be over',
  })
  readonly status!: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty(ASKED)
  readonly originalSize!: string;
  @ApiProperty(FILLED)
  readonly sizeMatched!: string;
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty(FUNDS)
  readonly makerAddress!: string;
  @ApiProperty({ ...OWNER, description: `Who placed the order. ${OWNER.description}` })
  readonly owner!: string;
  @ApiProperty(SIDE)
  readonly side!: string;
  @ApiProperty(TOKEN_ID)
  readonly assetId!: string;
  @ApiProperty(ORDER_TYPE)
  readonly type!: string;
  @ApiProperty({ ...ISO_TIME, description: 'When the order was accepted' })
  readonly createdAt!: string;
  @ApiProperty(TRADE_IDS)
  readonly associateTrades!: readonly string[];
  @ApiProperty({ ...FUNDS, description: 'makerAddress, as public clients name it' })
  readonly maker_address!: string;
  @ApiProperty({ ...TOKEN_ID, description: 'assetId, as public clients name it' })
  readonly asset_id!: string;
  @ApiProperty({ ...ASKED, description: 'originalSize, as public clients name it' })
  readonly original_size!: string;
  @ApiProperty({ ...FILLED, description: 'sizeMatched, as public clients name it' })
  readonly size_matched!: string;
  @ApiProperty({ ...TRADE_IDS, description: 'associateTrades, as public clients name it' })
  readonly associate_trades!: readonly string[];
  @ApiProperty({ type: 'integer', description: 'createdAt in Unix seconds', example: 1795262400 })
  readonly created_at!: number;
  @ApiProperty({ ...UNIX_SECONDS_TEXT, description: 'Unix seconds at which a GTD order ends; 0 for the others', example: '0' })
  readonly expiration!: string;
  @ApiProperty({ ...ORDER_TYPE, description: 'type, as public clients name it' })
  readonly order_type!: string;
}

const PUBLIC_FIELDS = [
  'id',
  'market',
  'price',
  'outcome',
  'owner',
  'side',
  'maker_address',
  'asset_id',
  'original_size',
  'size_matched',
  'associate_trades',
  'created_at',
  'expiration',
  'order_type',
] as const;
/** The type is written out: the inferred one contains the path of the installed packages. */
const PublicFields: new () => Pick<OpenOrderRecord, (typeof PUBLIC_FIELDS)[number]> = PickType(OpenOrderRecord, PUBLIC_FIELDS);

/**
 * A live order as callers of the POLY_ prefix receive it: only the public names, as strict clients require. Source: interface,
 * Later decisions.
 */
export class PublicOpenOrderRecord extends PublicFields {
  @ApiProperty({ enum: ['LIVE', 'DELAYED', 'MATCHED', 'CANCELED'], description: 'As the status of OpenOrderRecord' })
  readonly status!: string;
}

/** A page of GET /data/orders, newest first. */
export class OpenOrdersPage extends pageOf(OpenOrderRecord) {}

/** A page for callers of the POLY_ prefix. */
export class PublicOpenOrdersPage extends pageOf(PublicOpenOrderRecord) {}
