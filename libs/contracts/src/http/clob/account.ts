import { ApiProperty, ApiPropertyOptional, type ApiResponseOptions } from '@nestjs/swagger';
import { CONDITION_ID, ORDER_ID, ORDER_TYPE, OUTCOME, OWNER, PRICE, SHARES, SIDE, TRADE_ID } from './documented-values';

/** The caller's balances and allowances. Source: protocol 12, /balance-allowance; interface, Published clients. */
export class BalanceAllowance {
  @ApiProperty({
    pattern: '^[0-9]+$',
    description: 'Millionths of a USDC or of a share, including what open orders lock',
    example: '1000000',
  })
  readonly balance!: string;
  @ApiProperty({ pattern: '^[0-9]+$', description: 'Part of the balance that new orders may use', example: '600000' })
  readonly available!: string;
  @ApiProperty({ pattern: '^[0-9]+$', description: 'Part of the balance that open orders lock', example: '400000' })
  readonly locked!: string;
  @ApiProperty({
    pattern: '^[0-9]+$',
    description: 'Always the largest number: the ledger is inside the service and needs no allowance',
  })
  readonly allowance!: string;
  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'string', pattern: '^[0-9]+$' },
    description: 'The allowance by exchange address',
  })
  readonly allowances!: Readonly<Record<string, string>>;
}

/** A fill as callers of the POLY_ prefix receive it. */
export class FillDetails {
  @ApiPropertyOptional({ ...SHARES, description: 'Shares that the order asked for' })
  readonly original_size?: string;
  @ApiPropertyOptional({ ...SHARES, description: 'Shares of the order that are filled by now' })
  readonly matched_size?: string;
  @ApiPropertyOptional({ ...SHARES, description: 'original_size less matched_size' })
  readonly remaining_size?: string;
  @ApiPropertyOptional({ type: 'integer', enum: [0, 1], description: 'Which of the market’s outcomes' })
  readonly outcome_index?: number;
  @ApiPropertyOptional({ ...CONDITION_ID, description: 'market' })
  readonly condition_id?: string;
  @ApiPropertyOptional({ ...OWNER, description: 'Who placed the order' })
  readonly owner?: string;
  @ApiPropertyOptional(ORDER_TYPE)
  readonly type?: string;
  @ApiPropertyOptional({ description: 'Question of the market' })
  readonly question?: string;
  @ApiPropertyOptional({ description: 'Slug of the market' })
  readonly market_slug?: string;
  @ApiPropertyOptional({ description: 'Slug of the event; empty when the market belongs to none' })
  readonly eventSlug?: string;
  @ApiPropertyOptional({ description: 'Always empty: the trading service has no series' })
  readonly seriesSlug?: string;
  @ApiPropertyOptional({ description: 'Icon of the market' })
  readonly icon?: string;
  @ApiPropertyOptional({ description: 'Image of the market' })
  readonly image?: string;
  @ApiPropertyOptional({ description: 'Id of the settlement' })
  readonly transaction_hash?: string;
}

export class NotificationPayload extends FillDetails {
  @ApiProperty(ORDER_ID)
  readonly order_id!: string;
  @ApiPropertyOptional({ ...TRADE_ID, description: 'The fill’s trade; absent when the order was cancelled' })
  readonly trade_id?: string;
  @ApiPropertyOptional({
    enum: ['expired', 'self trade', 'market closed', 'market resolved'],
    description: 'Why the order was cancelled; absent when it was filled',
  })
  readonly reason?: string;
  @ApiProperty(CONDITION_ID)
  readonly market!: string;
  @ApiProperty({ pattern: '^[0-9]*$', description: 'Token id' })
  readonly asset_id!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty(SIDE)
  readonly side!: string;
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty({ ...SHARES, description: 'Shares that were filled, or that were left when the order was cancelled' })
  readonly size!: string;
}

/** A change of the caller's resting order that the caller did not request. Source: protocol 12, /notifications. */
export class NotificationRecord {
  @ApiProperty({ type: 'integer', description: 'Stays the same; give it to DELETE /notifications', example: 8194 })
  readonly id!: number;
  @ApiProperty({ ...OWNER, description: `Who placed the order. ${OWNER.description}` })
  readonly owner!: string;
  @ApiProperty({ type: 'integer', enum: [1, 2], description: '1 the order was cancelled, 2 it was filled' })
  readonly type!: number;
  @ApiProperty({ type: 'integer', description: 'Unix seconds', example: 1795262400 })
  readonly timestamp!: number;
  @ApiProperty({ type: NotificationPayload })
  readonly payload!: NotificationPayload;
}

export class DismissedNotifications {
  @ApiProperty({ type: [String], description: 'Ids as they were given', example: ['8194'] })
  readonly deleted!: readonly string[];
}

const HEARTBEAT = { format: 'uuid', description: 'Send it with the next heartbeat' };

export class HeartbeatAnswer {
  @ApiProperty(HEARTBEAT)
  readonly heartbeat_id!: string;
  @ApiProperty({ enum: ['ok', 'error'], description: 'Whether the heartbeat renewed anything' })
  readonly status!: 'ok' | 'error';
}

/** A heartbeat that renewed nothing: its id was not that of the last response, which is repeated here. */
export class HeartbeatRefusal extends HeartbeatAnswer {
  @ApiProperty()
  readonly error!: string;
  @ApiProperty({ enum: ['Invalid Heartbeat ID'], description: 'The text that public clients compare' })
  readonly error_msg!: string;
}

export class ScoringAnswer {
  @ApiProperty({ description: 'Whether the order earns liquidity rewards now' })
  readonly scoring!: boolean;
}

/** By order id, as given in the request. */
export type ScoringByOrder = Readonly<Record<string, boolean>>;
export const SCORING_BY_ORDER = {
  schema: { type: 'object', additionalProperties: { type: 'boolean' }, example: { [ORDER_ID.example]: true } },
} satisfies ApiResponseOptions;

/** The caller's location from the site's proxy, and whether orders from there are refused. Source: docs/clients.md. */
export class GeoblockAnswer {
  @ApiProperty()
  readonly blocked!: boolean;
  @ApiProperty({ description: 'The network address that the request came from' })
  readonly ip!: string;
  @ApiProperty({ description: 'ISO 3166-1 alpha-2; XX where it is not known, empty on a site without a proxy', example: 'CH' })
  readonly country!: string;
  @ApiProperty({ description: 'The part of ISO 3166-2 after the country; empty where it is not known', example: 'ZH' })
  readonly region!: string;
}

/** The order schema that clients should sign. */
export class ServiceVersion {
  @ApiProperty({ type: 'integer', enum: [2] })
  readonly version!: number;
}
