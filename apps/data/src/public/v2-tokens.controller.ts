import { DataError, V2Token, V2TokensRequest, type V2Answer } from '@foretell/contracts';
import { PIPS_PER_USDC } from '@foretell/units';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiBadRequestResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { TokensQuery, type TokensRead } from './tokens.query';
import { ApiV2Answer } from './v2-envelope';

const TOKENS_MAX = 50;
const CLOSED: readonly (string | null)[] = ['closed', 'resolved'];
/** The SDK refuses a larger event id, and the complete response with it. */
const EVENT_ID_MAX = 2 ** 31 - 1;

/** Token details for an official SDK. Source: interface, Data. */
@ApiTags('public format')
@ApiBadRequestResponse({ type: DataError })
@Controller('public/v2/tokens')
export class V2TokensController {
  constructor(private readonly tokens: TokensQuery) {}

  @Get()
  @ApiOperation({
    operationId: 'listV2Tokens',
    summary: 'Outcome tokens by id, in the order of the request, or of markets; unknown ones are omitted',
  })
  @ApiV2Answer(V2Token, { isList: true })
  async list(@Query() { token_id: tokenIds = [], condition }: V2TokensRequest): Promise<V2Answer<V2Token[]>> {
    if (condition !== null) return { data: (await this.tokens.ofConditions(condition)).flatMap(bothTokens) };
    const named = tokenIds.slice(0, TOKENS_MAX);
    const known = new Map((await this.tokens.ofTokens(named)).flatMap(bothTokens).map((token) => [token.token_id, token]));
    return { data: named.flatMap((tokenId) => known.get(tokenId) ?? []) };
  }
}

function bothTokens(row: TokensRead): readonly V2Token[] {
  return [token(row, 0), token(row, 1)];
}

function token(row: TokensRead, outcome: 0 | 1): V2Token {
  const payoutPips = row.payout0Pips === null || outcome === 0 ? row.payout0Pips : PIPS_PER_USDC - row.payout0Pips;
  return {
    token_id: outcome === 0 ? row.token0Id : row.token1Id,
    condition_id: row.conditionId,
    structural_condition_id: null,
    module: 'v1_ctf',
    outcome_index: outcome,
    clob_index: outcome,
    outcome: outcome === 0 ? row.outcome0 : row.outcome1,
    opposite_token_id: outcome === 0 ? row.token1Id : row.token0Id,
    resolved: payoutPips !== null,
    final_price: payoutPips === null ? null : payoutPips / PIPS_PER_USDC,
    title: row.title,
    market_slug: row.slug,
    closed: CLOSED.includes(row.status),
    neg_risk: row.negRisk,
    neg_risk_market_id: null,
    question_index: null,
    event_id: row.eventId === null || Number(row.eventId) > EVENT_ID_MAX ? null : row.eventId,
    event_slug: row.eventSlug,
  };
}
