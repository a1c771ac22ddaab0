import { IntegerParam, OwnParam, TextParam, WalletParam, type RefusalWords } from '../params';
import type { ListPlace } from './cursor';
import { AnyTextParam, CursorParam } from './params';

const INVALID_DATE: RefusalWords = {
  message: 'date must be a UTC day such as 2026-11-21',
  code: 'invalid_date',
  details: { expected: 'YYYY-MM-DD' },
};

/** A calendar day; passed on unchanged. */
function DayParam(): PropertyDecorator {
  return OwnParam({
    description: 'A UTC day; for today the total so far',
    example: '2026-11-21',
    required: true,
    read: (text) => text,
    isValue: (value) => typeof value === 'string' && isDay(value),
    sentence: INVALID_DATE.message ?? '',
    refusal: INVALID_DATE,
    missing: INVALID_DATE,
    repeated: INVALID_DATE,
    schema: { type: 'string', format: 'date', pattern: '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|1[0-9]|2[0-8])$' },
  });
}

function isDay(text: string): boolean {
  if (!/^20\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** Query of GET /rewards/markets/current and GET /rewards/markets/{conditionId}. */
export class RewardMarketsQuery {
  @CursorParam()
  next_cursor!: ListPlace;
}

/** Query of GET /rewards/markets/multi. */
export class RewardMarketSearchQuery extends RewardMarketsQuery {
  @TextParam({ description: 'Only markets whose question contains this text, in any case.', lengthMax: 200 })
  q?: string;

  @IntegerParam({ minimum: 1, maximum: 500, isCapped: true, fallback: 100, description: 'Rows of a page.' })
  page_size!: number;
}

/** Query of the caller's earnings. */
export class UserRewardsQuery {
  @AnyTextParam({
    description: 'Whose: 0 the key’s own address, 1 its proxy, 2 its safe, 3 its deposit wallet; all of them when absent',
    schema: { type: 'string', enum: ['0', '1', '2', '3'] },
  })
  signature_type?: string;
}

/** Query of GET /rewards/user/total. */
export class UserDayQuery extends UserRewardsQuery {
  @DayParam()
  date!: string;
}

/** Query of GET /rewards/user. */
export class UserEarningsQuery extends UserDayQuery {
  @CursorParam()
  next_cursor!: ListPlace;
}

/** Query of GET /rewards/user/markets. */
export class UserMarketRewardsQuery extends UserEarningsQuery {
  @IntegerParam({ minimum: 1, maximum: 500, isCapped: true, fallback: 100, description: 'Rows of a page.' })
  page_size!: number;
}

/** Query of GET /rebates/current. */
export class RebatesQuery {
  @DayParam()
  date!: string;

  @WalletParam({ description: 'Wallet of the maker.', required: true })
  maker_address!: string;
}
