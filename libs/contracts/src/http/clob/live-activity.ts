import { ApiProperty } from '@nestjs/swagger';
import { ADDRESS, BPS_TEXT, CONDITION_ID, OUTCOME, PRICE, SHARES, SIDE, TOKEN_ID, UNIX_SECONDS_TEXT } from './documented-values';

export class LiveActivityMarket {
  @ApiProperty(CONDITION_ID)
  readonly condition_id!: string;
  @ApiProperty(TOKEN_ID)
  readonly asset_id!: string;
  @ApiProperty()
  readonly question!: string;
  @ApiProperty({ description: 'Always empty: the catalog service has it' })
  readonly icon!: string;
  @ApiProperty()
  readonly slug!: string;
}

/** Anonymous: only the data service publishes who traded, and it restricts the readers. */
export class LiveActivityUser {
  @ApiProperty({ ...ADDRESS, description: 'Always the zero address' })
  readonly address!: string;
  @ApiProperty({ description: 'Always empty' })
  readonly username!: string;
  @ApiProperty({ description: 'Always empty' })
  readonly profile_picture!: string;
  @ApiProperty({ description: 'Always empty' })
  readonly optimized_profile_picture!: string;
  @ApiProperty({ description: 'Always empty' })
  readonly pseudonym!: string;
}

/** A trade of a market without its wallets. Source: interface, Market data. */
export class LiveActivityEvent {
  @ApiProperty({ enum: ['trade'] })
  readonly event_type!: string;
  @ApiProperty({ type: LiveActivityMarket })
  readonly market!: LiveActivityMarket;
  @ApiProperty({ type: LiveActivityUser })
  readonly user!: LiveActivityUser;
  @ApiProperty({ ...SIDE, description: 'The taker’s side' })
  readonly side!: string;
  @ApiProperty(SHARES)
  readonly size!: string;
  @ApiProperty(BPS_TEXT)
  readonly fee_rate_bps!: string;
  @ApiProperty(PRICE)
  readonly price!: string;
  @ApiProperty(OUTCOME)
  readonly outcome!: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  readonly outcome_index!: number;
  @ApiProperty({ description: 'Id of the settlement' })
  readonly transaction_hash!: string;
  @ApiProperty(UNIX_SECONDS_TEXT)
  readonly timestamp!: string;
}
