import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { ValidateBy } from 'class-validator';
import { BodyRefusal, OwnParam, type RefusalWords } from '../params';
import { TOKEN_ID } from './documented-values';
import { TokenIdParam } from './params';
import { WhenGiven, worded } from './field-constraints';

/** Intervals of a price history; max and all are the complete history. 1m is a minute. */
export const HISTORY_INTERVALS = ['1m', '5m', '15m', '1h', '6h', '1d', '1w', 'max', 'all'] as const;
export type HistoryInterval = (typeof HISTORY_INTERVALS)[number];
/** Maximum number of tokens in POST /batch-prices-history. */
export const HISTORIES_MAX = 20;

const SECONDS = /^[0-9]{1,12}$/;
const SECONDS_MAX = 999_999_999_999;
const INTERVALS: readonly unknown[] = HISTORY_INTERVALS;

const invalidFilter = (message: string, field: string): RefusalWords => ({
  message,
  code: 'invalid_filters',
  details: { field },
});
const notWhole = (field: string): RefusalWords =>
  invalidFilter(`${field} must be a whole number from 0 to ${SECONDS_MAX}`, field);
const UNKNOWN_INTERVAL = invalidFilter(`invalid interval: one of ${HISTORY_INTERVALS.join(', ')}`, 'interval');

const GIVEN_ONCE = invalidFilter('invalid filters: each is given once, as text', 'interval');

const wholeOf = (text: unknown): unknown => (typeof text === 'string' && SECONDS.test(text) ? Number(text) : text);
const isWhole = (value: unknown): boolean => typeof value === 'number' && SECONDS.test(String(value));

const WORDS = {
  interval: 'Length of the series up to now; not allowed together with start and end',
  start: 'First second of the series, Unix seconds',
  end: 'Last second of the series, Unix seconds; now when absent',
  fidelity: 'Width of a bucket in minutes, rounded up to 1, 5, 30, 180 or 720; chosen by the length of the series when absent',
} as const;

/** An integer of a query, with the error texts of a price history. */
function WholeParam(description: string, field: string, minimum = 0): PropertyDecorator {
  return OwnParam({
    description,
    read: wholeOf,
    isValue: isWhole,
    sentence: '$property must be a whole number',
    refusal: notWhole(field),
    repeated: GIVEN_ONCE,
    schema: { type: 'integer', minimum, maximum: SECONDS_MAX },
  });
}

/** Query of GET /prices-history. */
export class PriceHistoryQuery {
  @TokenIdParam()
  market!: string;

  @OwnParam({
    description: WORDS.interval,
    read: (text) => text,
    isValue: (value) => INTERVALS.includes(value),
    sentence: '$property must be an interval',
    refusal: UNKNOWN_INTERVAL,
    repeated: GIVEN_ONCE,
    schema: { type: 'string', enum: [...HISTORY_INTERVALS] },
  })
  interval?: HistoryInterval;

  @WholeParam(WORDS.start, 'startTs')
  startTs?: number;

  @WholeParam(WORDS.end, 'endTs')
  endTs?: number;

  @WholeParam(WORDS.fidelity, 'fidelity', 1)
  fidelity?: number;
}

/** An integer of a body: a JSON number or its digits; null and an empty text count as absent. */
function WholeField(description: string, field: string, minimum = 0): PropertyDecorator {
  const decorators = [
    ApiPropertyOptional({ type: 'integer', minimum, maximum: SECONDS_MAX, description }),
    Transform(({ value }: { value: unknown }) => (value === null || value === '' ? undefined : wholeOf(value))),
    WhenGiven(),
    ValidateBy({ name: 'isWhole', validator: { validate: isWhole } }, worded(notWhole(field))),
  ];
  return (prototype, name) => decorators.forEach((decorate) => decorate(prototype, name));
}

const MARKETS_NEEDED: RefusalWords = { message: "'markets' is required: an array of token ids", code: 'invalid_payload' };
const isTexts = (value: unknown): boolean =>
  Array.isArray(value) && value.length > 0 && value.every((id) => typeof id === 'string');

/** Body of POST /batch-prices-history. */
@BodyRefusal(MARKETS_NEEDED)
export class PriceHistoriesRequest {
  @ApiProperty({
    type: [String],
    minItems: 1,
    maxItems: HISTORIES_MAX,
    example: [TOKEN_ID.example],
    description: 'Token ids; unknown ones get an empty series',
  })
  @ValidateBy(
    { name: 'fewEnough', validator: { validate: (value) => !Array.isArray(value) || value.length <= HISTORIES_MAX } },
    worded({ message: `Payload exceeds the limit: at most ${HISTORIES_MAX} markets`, code: 'payload_exceeds_limit' }),
  )
  @ValidateBy({ name: 'isTexts', validator: { validate: isTexts } }, worded(MARKETS_NEEDED))
  markets!: readonly string[];

  @ApiPropertyOptional({ enum: HISTORY_INTERVALS, description: WORDS.interval })
  @Transform(({ value }: { value: unknown }) => (value === '' ? undefined : value))
  @WhenGiven()
  @ValidateBy({ name: 'isInterval', validator: { validate: (value) => INTERVALS.includes(value) } }, worded(UNKNOWN_INTERVAL))
  @ValidateBy({ name: 'isText', validator: { validate: (value) => typeof value === 'string' } }, worded(GIVEN_ONCE))
  interval?: HistoryInterval;

  @WholeField(WORDS.start, 'startTs')
  start_ts?: number;

  @WholeField(WORDS.end, 'endTs')
  end_ts?: number;

  @WholeField(WORDS.fidelity, 'fidelity', 1)
  fidelity?: number;
}
