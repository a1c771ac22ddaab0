import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { ADDRESS, CONDITION_ID, SIDE, TOKEN_ID } from '../http/clob/documented-values';
import { isText, oneOf, Refused } from './message-fields';

/** The types of the topic `activity`. */
export const ACTIVITY_TYPES = ['orders_matched', 'trades'] as const;
export type ActivityMessageType = (typeof ACTIVITY_TYPES)[number];

/** The filter of trades; null: all. */
export type ActivityFilter = { readonly field: 'event_slug' | 'market_slug'; readonly slug: string } | null;

/** Topics of another service. */
const ELSEWHERE: ReadonlyMap<unknown, string> = new Map([
  ['clob_user', '/ws/user of the trading service'],
  ['clob_market', '/ws/market of the trading service'],
]);
const INCOMPLETE = ['invalid_message', 'a subscription has a topic and a type'] as const;
/** Maximum length of a quotation from a refused message. */
const quoted = (value: unknown): string => `"${String(value).slice(0, 80)}"`;

/** The filter in `filters` of a topic, which most clients send as text; undefined when invalid. */
export function activityFilterOf(filters: unknown): ActivityFilter | undefined {
  if (filters === undefined || filters === null || filters === '') return null;
  const given = typeof filters === 'string' ? parsed(filters) : filters;
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined;
  const fields: [string, unknown][] = Object.entries(given);
  const [[field, slug] = ['', '']] = fields;
  if (fields.length === 0) return null;
  if (fields.length > 1 || (field !== 'event_slug' && field !== 'market_slug') || typeof slug !== 'string') return undefined;
  return slug === '' ? null : { field, slug };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** One requested topic. Credentials in it are not read: the data is public. */
export class LiveDataTopic {
  @ApiProperty({ description: '`activity`; another topic is refused', example: 'activity' })
  @Refused(
    oneOf('activity'),
    'unknown_topic',
    ({ value }) => `there is no topic ${quoted(value)} here, only ${ELSEWHERE.get(value) ?? 'activity'}`,
  )
  @Refused(isText, ...INCOMPLETE)
  readonly topic!: string;
  @ApiProperty({ enum: [...ACTIVITY_TYPES, '*'], description: '`*`: both types' })
  @Refused(
    oneOf(...ACTIVITY_TYPES, '*'),
    'unknown_type',
    ({ value }) => `activity has no type ${quoted(value)}: there are ${ACTIVITY_TYPES.join(', ')} and *`,
  )
  @Refused(isText, ...INCOMPLETE)
  readonly type!: ActivityMessageType | '*';
  @ApiPropertyOptional({
    description: '`{"event_slug":"…"}` or `{"market_slug":"…"}`, as JSON or as its text; absent or empty: everything',
    example: '{"event_slug":"rain-tomorrow"}',
    oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: { type: 'string' } }],
  })
  @Refused(
    (value) => activityFilterOf(value) !== undefined,
    'invalid_filters',
    'filters of activity are {"event_slug":"…"} or {"market_slug":"…"}',
  )
  readonly filters?: string | Readonly<Record<string, string>>;
}

/** The form of a message on the live-data stream; the refusal of any other. */
export const LIVE_DATA_FORM =
  'a message is {"action":"subscribe"|"unsubscribe","subscriptions":[{"topic","type","filters"}]}, or the text PING';

/** What a client sends on the live-data stream; also the text `PING`, answered by `PONG`, and `ping`, which is not answered. */
export class LiveDataSubscription {
  @ApiProperty({ enum: ['subscribe', 'unsubscribe'] })
  @Refused(oneOf('subscribe', 'unsubscribe'), 'invalid_message', LIVE_DATA_FORM)
  readonly action!: 'subscribe' | 'unsubscribe';
  @ApiProperty({ type: [LiveDataTopic] })
  @Refused(Array.isArray, 'invalid_message', LIVE_DATA_FORM)
  readonly subscriptions!: readonly LiveDataTopic[];
}

/** A wallet's part of a trade, with its catalog and profile fields; unknown ones are empty texts. */
export class LiveTrade {
  @ApiProperty(TOKEN_ID)
  readonly asset!: string;
  @ApiProperty()
  readonly bio!: string;
  @ApiProperty(CONDITION_ID)
  readonly conditionId!: string;
  @ApiProperty({ description: 'Slug of the event' })
  readonly eventSlug!: string;
  @ApiProperty({ description: 'URL of the market’s icon' })
  readonly icon!: string;
  @ApiProperty({ description: 'Name of the wallet’s profile' })
  readonly name!: string;
  @ApiProperty({ description: 'Name of the outcome', example: 'Yes' })
  readonly outcome!: string;
  @ApiProperty({ type: 'integer', enum: [0, 1] })
  readonly outcomeIndex!: number;
  @ApiProperty({ description: 'USDC per share', example: 0.42 })
  readonly price!: number;
  @ApiProperty({ description: 'URL of the profile’s image' })
  readonly profileImage!: string;
  @ApiProperty(ADDRESS)
  readonly proxyWallet!: string;
  @ApiProperty({ description: 'Generated from the wallet; never changes', example: 'Quiet-Heron-4821' })
  readonly pseudonym!: string;
  @ApiProperty(SIDE)
  readonly side!: 'BUY' | 'SELL';
  @ApiProperty({ description: 'Shares', example: 100 })
  readonly size!: number;
  @ApiProperty({ description: 'Slug of the market' })
  readonly slug!: string;
  @ApiProperty({ type: 'integer', description: 'Time of the trade, Unix seconds' })
  readonly timestamp!: number;
  @ApiProperty({ description: 'The market’s question' })
  readonly title!: string;
  @ApiProperty({ description: 'Id of the settlement', example: `0x${'b2'.repeat(32)}` })
  readonly transactionHash!: string;
}

/**
 * A trade. `orders_matched`: each trade once, by its taker. `trades`: each wallet that had a part in it, the taker first, as
 * GET /activity shows it.
 */
export class ActivityMessage {
  @ApiProperty({ enum: ['activity'] })
  readonly topic!: 'activity';
  @ApiProperty({ enum: ACTIVITY_TYPES })
  readonly type!: ActivityMessageType;
  @ApiProperty({ type: 'integer', description: 'When it was sent, Unix milliseconds' })
  readonly timestamp!: number;
  @ApiProperty({ type: LiveTrade })
  readonly payload!: LiveTrade;
  @ApiProperty({ format: 'uuid', description: 'Id of this connection' })
  readonly connection_id!: string;
}
