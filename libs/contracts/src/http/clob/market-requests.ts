import { PatternParam } from '../params';
import { FIRST_PLACE, type ListPlace } from './cursor';
import { ConditionIdParam, CursorParam, TokenIdParam } from './params';

/** Query of the lists of markets. */
export class ListMarketsQuery {
  @CursorParam({ empty: FIRST_PLACE })
  next_cursor!: ListPlace;
}

/** Path of GET /markets/{conditionId} and GET /clob-markets/{conditionId}. */
export class ConditionPath {
  @ConditionIdParam()
  conditionId!: string;
}

/** Path of routes for one token. */
export class TokenPath {
  @TokenIdParam()
  tokenId!: string;
}

/** Query of routes for one token. */
export class TokenQuery {
  @TokenIdParam()
  token_id!: string;
}

/** Path of GET /fees/builder-fees/{code}. */
export class BuilderCodePath {
  @PatternParam({
    description: 'Code of the builder',
    example: `0x${'0'.repeat(63)}1`,
    pattern: /^0x[0-9a-fA-F]{64}$/,
    required: true,
    refusal: { message: 'Invalid builder code', code: 'invalid_builder_code', details: { expected: '0x and 64 hex digits' } },
  })
  code!: string;
}
