import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ValidateIf } from 'class-validator';
import { CONDITION_ID, TOKEN_ID } from '../http/clob/documented-values';
import { WhenGiven } from '../http/clob/field-constraints';
import { isFlag, isText, isTexts, oneOf, Refused, RefusedIfGiven } from './message-fields';
import { LINEAGE, SEQUENCE } from './stream-fields';

const OPERATION = { enum: ['subscribe', 'unsubscribe'], description: 'subscribe when absent' };
const SINCE_SEQUENCE = {
  type: 'integer',
  minimum: 0,
  description:
    'The last sequence seen, with its `lineage`: the messages after it are sent first. 9007199254740991 means from now on and needs no lineage',
} as const;

const SINCE_LINEAGE = {
  ...LINEAGE,
  description:
    '`lineage` of the messages whose last sequence is `since`; without it, or with another one, snapshot_required is sent',
};

/** The path determines the channel; a Go client's type on /ws/user is its operation. */
const typeOf = (channel: string): PropertyDecorator =>
  Refused((value) => oneOf(channel, 'subscribe')(String(value).toLowerCase()), 'invalid_type', `type is ${channel} here`);
const Operation = (): PropertyDecorator =>
  RefusedIfGiven(oneOf('subscribe', 'unsubscribe'), 'invalid_operation', 'operation is subscribe or unsubscribe');
const Texts = (): PropertyDecorator => RefusedIfGiven(isTexts, 'invalid_message', '$property is a list of texts');
const Flag = (): PropertyDecorator => RefusedIfGiven(isFlag, 'invalid_message', '$property is true or false');
const Since = (unless: (value: unknown) => boolean): PropertyDecorator =>
  RefusedIfGiven(unless, 'invalid_since', 'since is a sequence: a whole number, 0 or more');
const Lineage = (): PropertyDecorator =>
  RefusedIfGiven(isText, 'invalid_lineage', 'lineage is the text that came with the sequence');

const isSequence = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;
const isSequences = (value: unknown): boolean =>
  typeof value === 'object' && Object.values(value ?? {}).every((each) => each === null || isSequence(each));
const isCredentials = (value: unknown): boolean =>
  ['apiKey', 'secret', 'passphrase'].every((name) => isText(Reflect.get(Object(value), name)));

/** Message of a client on /ws/market; the text `PING` is also allowed, answered by `PONG`. Source: protocol 13. */
export class MarketSubscription {
  @ApiPropertyOptional({ description: 'market or subscribe, in any case; may be absent' })
  @WhenGiven()
  @typeOf('market')
  readonly type?: string;
  @ApiPropertyOptional(OPERATION)
  @Operation()
  readonly operation?: 'subscribe' | 'unsubscribe' | null;
  @ApiProperty({ type: [String], description: 'Token ids', example: [TOKEN_ID.example] })
  @Texts()
  readonly assets_ids!: readonly string[] | null;
  /** One published client sends it in place of assets_ids. */
  @ValidateIf(({ assets_ids: ids }: MarketSubscription) => ids === undefined)
  @Texts()
  readonly asset_ids?: readonly string[] | null;
  @ApiPropertyOptional({
    type: Boolean,
    description: 'true: also sends best_bid_ask, new_market and market_resolved, for the complete connection',
  })
  @Flag()
  readonly custom_feature_enabled?: boolean | null;
  @ApiPropertyOptional({ type: Boolean, description: 'false: sends no initial `book`' })
  @Flag()
  readonly initial_dump?: boolean | null;
  @ApiPropertyOptional({
    oneOf: [SINCE_SEQUENCE, { type: 'object', additionalProperties: SINCE_SEQUENCE }],
    description:
      'Instead of a `book`: all messages after this sequence, of all tokens or by token id. A connection that has sent it, even as `{}`, ' +
      'gets all messages of one commit and token in one frame, as a list, so that a disconnect never separates them',
  })
  @Since((value) => isSequence(value) || isSequences(value))
  readonly since?: number | Readonly<Record<string, number | null>> | null;
  @ApiPropertyOptional(SINCE_LINEAGE)
  @Lineage()
  readonly lineage?: string | null;
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
  @ApiPropertyOptional({ description: 'user or subscribe, in any case; may be absent' })
  @WhenGiven()
  @typeOf('user')
  readonly type?: string;
  @ApiPropertyOptional({ type: StreamCredentials, description: 'In the first message' })
  @RefusedIfGiven(isCredentials, 'invalid_auth', 'auth holds apiKey, secret and passphrase')
  readonly auth?: StreamCredentials | null;
  @ApiPropertyOptional(OPERATION)
  @Operation()
  readonly operation?: 'subscribe' | 'unsubscribe' | null;
  @ApiPropertyOptional({
    type: [String],
    description: 'Condition ids; absent or empty: all markets',
    example: [CONDITION_ID.example],
  })
  @Texts()
  readonly markets?: readonly string[] | null;
  @ApiPropertyOptional({
    ...SINCE_SEQUENCE,
    description: `${SINCE_SEQUENCE.description}. All messages of one commit then come in one frame, as a list`,
  })
  @Since(isSequence)
  readonly since?: number | null;
  @ApiPropertyOptional(SINCE_LINEAGE)
  @Lineage()
  readonly lineage?: string | null;
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
