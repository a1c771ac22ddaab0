import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { CONDITION_ID, TOKEN_ID } from '../http/clob/documented-values';
import { LINEAGE, SEQUENCE } from './stream-fields';

const OPERATION = { enum: ['subscribe', 'unsubscribe'], description: 'subscribe when absent' };
const SINCE_SEQUENCE = {
  type: 'integer',
  minimum: 0,
  description:
    'The last sequence seen, together with its `lineage`: what came after it is sent first. 9007199254740991 needs none: from now on',
} as const;

const SINCE_LINEAGE = {
  ...LINEAGE,
  description:
    '`lineage` of the messages whose last sequence is `since`; without it, or with another one, a snapshot is required',
};

/** Message of a client on /ws/market; the text `PING` is also allowed, answered by `PONG`. Source: protocol 13. */
export class MarketSubscription {
  @ApiPropertyOptional({ description: 'market or subscribe, in any case; may be left out' })
  readonly type?: string;
  @ApiPropertyOptional(OPERATION)
  readonly operation?: 'subscribe' | 'unsubscribe';
  @ApiProperty({ type: [String], description: 'Token ids', example: [TOKEN_ID.example] })
  readonly assets_ids!: readonly string[];
  @ApiPropertyOptional({ description: 'best_bid_ask, new_market and market_resolved as well, on the whole connection' })
  readonly custom_feature_enabled?: boolean;
  @ApiPropertyOptional({ description: 'false: no `book` to begin with' })
  readonly initial_dump?: boolean;
  @ApiPropertyOptional({
    oneOf: [SINCE_SEQUENCE, { type: 'object', additionalProperties: SINCE_SEQUENCE }],
    description:
      'Instead of a `book`: everything after this sequence, of all tokens or by token id. A connection that has said it, be it `{}`, ' +
      'gets all messages of one commit and token in one frame, as a list: a cut never falls between them',
  })
  readonly since?: number | Readonly<Record<string, number>>;
  @ApiPropertyOptional(SINCE_LINEAGE)
  readonly lineage?: string;
}

/** Id, secret and passphrase of an API key, as returned when it was created. */
export class StreamCredentials {
  @ApiProperty({ format: 'uuid' })
  readonly apiKey!: string;
  @ApiProperty({ description: 'Secret of the key, as it was given' })
  readonly secret!: string;
  @ApiProperty({ description: 'Passphrase of the key, as it was given' })
  readonly passphrase!: string;
}

/** Message of a client on /ws/user; the first message has `auth`. Source: protocol 13. */
export class UserSubscription {
  @ApiPropertyOptional({ description: 'user or subscribe, in any case; may be left out' })
  readonly type?: string;
  @ApiPropertyOptional({ type: StreamCredentials, description: 'In the first message' })
  readonly auth?: StreamCredentials;
  @ApiPropertyOptional(OPERATION)
  readonly operation?: 'subscribe' | 'unsubscribe';
  @ApiPropertyOptional({
    type: [String],
    description: 'Condition ids; absent or empty: all markets',
    example: [CONDITION_ID.example],
  })
  readonly markets?: readonly string[];
  @ApiPropertyOptional({
    ...SINCE_SEQUENCE,
    description: `${SINCE_SEQUENCE.description}. With it all messages of one commit come in one frame, as a list`,
  })
  readonly since?: number;
  @ApiPropertyOptional(SINCE_LINEAGE)
  readonly lineage?: string;
}

/** The reply to `since`, after the missed messages: the stream continues from here. For one token on /ws/market. */
export class ResumedMessage {
  @ApiProperty({ enum: ['resumed'] })
  readonly event_type!: 'resumed';
  @ApiPropertyOptional(TOKEN_ID)
  readonly asset_id?: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
}

/**
 * The messages after `since` are not stored here, are of another lineage, or the process lost its position. On /ws/market a
 * `book` follows unless initial_dump is false; on /ws/user the client reads open orders and trades over HTTP. The stream
 * continues after `sequence`.
 */
export class SnapshotRequiredMessage {
  @ApiProperty({ enum: ['snapshot_required'] })
  readonly event_type!: 'snapshot_required';
  @ApiPropertyOptional(TOKEN_ID)
  readonly asset_id?: string;
  @ApiProperty(SEQUENCE)
  readonly sequence!: number;
  @ApiProperty(LINEAGE)
  readonly lineage!: string;
}

/** A message that could not be processed; the connection stays open. */
export class StreamErrorMessage {
  @ApiProperty({ enum: ['error'] })
  readonly event_type!: 'error';
  @ApiProperty({ example: 'unknown_asset' })
  readonly code!: string;
  @ApiProperty({ description: 'One sentence that says what to change' })
  readonly error!: string;
}

export type StreamControlMessage = ResumedMessage | SnapshotRequiredMessage | StreamErrorMessage;
