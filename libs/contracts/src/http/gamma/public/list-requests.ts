import {
  FlagParam,
  IdListParam,
  IdParam,
  IntegerParam,
  LenientRequest,
  OwnParam,
  TextListParam,
  TextParam,
  type ParamOptions,
  LOOSE_FLAGS,
} from '../../params';

const LIMIT_DEFAULT = 20;
const LIMIT_MAX = 500;
const ISO = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;
const UNIX_SECONDS = /^\d{1,10}$/;
/** The documented forms; the parser accepts more. */
const DOCUMENTED = '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|1\\d|2[0-8])(T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d(\\.\\d{1,6})?Z)?$';
const DECIMAL = /^-?\d{1,15}(?:\.\d{1,15})?$/;

/** An ISO 8601 date or date-time, or Unix seconds; passed on in PostgreSQL's format, in UTC when it has no offset. */
function MomentParam(options: ParamOptions): PropertyDecorator {
  return OwnParam({
    ...options,
    read: (text) => {
      const millis = millisOf(text.trim());
      return Number.isNaN(millis) ? null : new Date(millis).toISOString().slice(0, -1);
    },
    isValue: (value) => typeof value === 'string',
    sentence: '$property must be an ISO 8601 date-time',
    schema: { type: 'string', pattern: DOCUMENTED },
  });
}

function millisOf(text: string): number {
  if (UNIX_SECONDS.test(text)) return Number(text) * 1000;
  return ISO.test(text) ? Date.parse(asUtc(text)) : Number.NaN;
}

/** A blank may be an unencoded plus, or separate date and time. */
function asUtc(text: string): string {
  const iso = text.replace(' ', 'T');
  if (iso.length <= 'YYYY-MM-DD'.length) return `${iso}T00:00:00Z`;
  const [, hours] = /[+-](\d\d)$/.exec(iso.slice('YYYY-MM-DDT'.length)) ?? [];
  if (hours !== undefined && !/[+-]\d\d:?\d\d$/.test(iso)) return `${iso}:00`;
  return /(?:Z|[+-]\d\d:?\d\d)$/.test(iso) ? iso : `${iso}Z`;
}

function DecimalParam(options: ParamOptions): PropertyDecorator {
  return OwnParam({
    ...options,
    read: (text) => (DECIMAL.test(text) ? Number(text) : null),
    isValue: (value) => typeof value === 'number',
    sentence: '$property must be a number',
    schema: { type: 'number', minimum: -999_999_999, maximum: 999_999_999 },
  });
}

/** Query of single records in the public response format. Undeclared parameters are ignored. */
@LenientRequest()
export class PublicRequest {
  @TextParam({ description: 'Creator wallet or site identifier, in any case: only what is listed on that site.' })
  creator?: string;
}

/** Query of a single market in the public response format. */
export class PublicMarketRequest extends PublicRequest {
  @FlagParam({ texts: LOOSE_FLAGS, fallback: false, description: 'true adds the tags of the market.' })
  include_tag!: boolean;
}

/** Query of the unfiltered lists in the public response format. */
export class PublicPageRequest extends PublicRequest {
  @IntegerParam({
    minimum: 1,
    maximum: LIMIT_MAX,
    fallback: LIMIT_DEFAULT,
    isCapped: true,
    description: 'Maximum number of rows; a greater value counts as the maximum.',
  })
  limit!: number;

  @IntegerParam({ minimum: 0, maximum: 1_000_000, isCapped: true, fallback: 0, description: 'Number of rows to skip.' })
  offset!: number;

  @TextParam({ description: 'Fields to sort by, separated by commas, named as in the records; unknown ones are ignored.' })
  order?: string;

  @FlagParam({ texts: LOOSE_FLAGS, fallback: true, description: 'false sorts from the greatest to the least.' })
  ascending!: boolean;
}

/** Common parameters of event and market lists in the public response format. */
export class PublicFilteredRequest extends PublicPageRequest {
  @IdListParam({ description: 'Ids, repeated or separated by commas.' })
  id?: readonly number[];

  @TextListParam({ description: 'Slugs, repeated or separated by commas.' })
  slug?: readonly string[];

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only active ones, or only inactive ones.' })
  active?: boolean;

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only closed ones, or only open ones.' })
  closed?: boolean;

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only archived ones, or only the others.' })
  archived?: boolean;

  @IdListParam({ description: 'Tag ids, repeated or separated by commas; matches any of them.' })
  tag_id?: readonly number[];

  @TextParam({ description: 'Tag slug.', aliases: ['tag'] })
  tag_slug?: string;

  @FlagParam({
    texts: LOOSE_FLAGS,
    fallback: false,
    description: 'true also includes tags of which at least half of the events have one of tag_id.',
  })
  related_tags!: boolean;

  @IdListParam({ description: 'Tag ids to exclude.' })
  exclude_tag_id?: readonly number[];

  @MomentParam({ description: 'Starts at this time or later.' })
  start_date_min?: string;

  @MomentParam({ description: 'Starts at this time or earlier.' })
  start_date_max?: string;

  @MomentParam({ description: 'Ends at this time or later.' })
  end_date_min?: string;

  @MomentParam({ description: 'Ends at this time or earlier.' })
  end_date_max?: string;

  @DecimalParam({ description: 'Minimum volume in USDC.', aliases: ['volume_num_min'] })
  volume_min?: number;

  @DecimalParam({ description: 'Maximum volume in USDC.', aliases: ['volume_num_max'] })
  volume_max?: number;

  @DecimalParam({ description: 'Minimum liquidity in USDC.', aliases: ['liquidity_num_min'] })
  liquidity_min?: number;

  @DecimalParam({ description: 'Maximum liquidity in USDC.', aliases: ['liquidity_num_max'] })
  liquidity_max?: number;
}

/** GET /public/events and /public/events/pagination. */
export class PublicEventListRequest extends PublicFilteredRequest {
  @IdListParam({ description: 'Series ids; matches any of them.' })
  series_id?: readonly number[];

  @TextParam({ description: 'Series slug.' })
  series_slug?: string;

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only featured ones, or only the others.' })
  featured?: boolean;

  @TextParam({ description: 'Text that the title contains, in any case.', lengthMax: 200 })
  title_search?: string;

  @TextListParam({ description: 'Ids of games.' })
  game_id?: readonly string[];

  @TextParam({ description: 'Day of the game, such as 2026-12-01.', lengthMax: 40 })
  event_date?: string;

  @MomentParam({ description: 'The game begins at this time or later.' })
  start_time_min?: string;

  @MomentParam({ description: 'The game begins at this time or earlier.' })
  start_time_max?: string;

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only games that are being played, or only the others.' })
  live?: boolean;

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only games that are over, or only the others.' })
  ended?: boolean;
}

/** GET /public/markets. */
export class PublicMarketListRequest extends PublicFilteredRequest {
  @TextListParam({ description: 'Condition ids, in any case.', aliases: ['condition_id', 'conditionId'] })
  condition_ids?: readonly string[];

  @TextListParam({ description: 'Token ids, as decimal integers.', aliases: ['clob_token_id'] })
  clob_token_ids?: readonly string[];

  @TextListParam({ description: 'Question ids.' })
  question_ids?: readonly string[];

  @IdParam({ description: 'Event id.' })
  event_id?: number;

  @TextParam({ description: 'Event slug.', aliases: ['eventSlug'] })
  event_slug?: string;

  @TextListParam({ description: 'Ids of games, of the market or of its event.' })
  game_id?: readonly string[];

  @TextParam({ description: 'Stage of the resolution, such as proposed or resolved.', lengthMax: 40 })
  uma_resolution_status?: string;

  @FlagParam({
    texts: LOOSE_FLAGS,
    description: 'Only markets with an order book, or only the others.',
    aliases: ['enable_order_book'],
  })
  enableOrderBook?: boolean;

  @TextListParam({ description: 'Kinds of sports markets, as /sports/market-types names them.' })
  sports_market_types?: readonly string[];

  @FlagParam({ texts: LOOSE_FLAGS, fallback: false, description: 'true adds the tags of each market.' })
  include_tag!: boolean;
}

const CURSOR = { description: 'The next_cursor of the previous page; the first page when absent.', lengthMax: 200 };

/** GET /public/events/keyset. */
export class PublicEventKeysetRequest extends PublicEventListRequest {
  @TextParam(CURSOR)
  after_cursor?: string;
}

/** GET /public/markets/keyset. */
export class PublicMarketKeysetRequest extends PublicMarketListRequest {
  @TextParam(CURSOR)
  after_cursor?: string;
}
