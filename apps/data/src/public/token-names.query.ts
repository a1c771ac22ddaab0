import { DATABASE_POOL, type Pool, type Statement } from '@foretell/platform-prisma';
import { Inject, Injectable } from '@nestjs/common';
import { LIVE } from '../database/generation.query';
import { assetOf } from '../wire/json-numbers';

/** The asset of an outcome in the public response format: its token id. */
export type TokenNamer = (conditionId: string, outcome: number) => string;

interface TokensRead {
  readonly conditionId: string;
  readonly token0Id: string;
  readonly token1Id: string;
}

export const TOKENS_OF_CONDITIONS: Statement<TokensRead> = {
  name: 'tokens-of-conditions',
  text: `SELECT condition_id AS "conditionId", token0_id AS "token0Id", token1_id AS "token1Id" FROM data.markets
    WHERE generation = ${LIVE} AND condition_id = ANY($1::text[])`,
  columns: { conditionId: 'text', token0Id: 'text', token1Id: 'text' },
};

/** Token ids of markets, from catalog events. */
@Injectable()
export class TokenNames {
  constructor(@Inject(DATABASE_POOL) private readonly pool: Pool) {}

  /** Names tokens of these conditions. A token that the catalog has not published keeps the interface's name. */
  async of(conditionIds: Iterable<string>): Promise<TokenNamer> {
    const values = [[...new Set(conditionIds)]];
    const { rows } = await this.pool.query<TokensRead>({ ...TOKENS_OF_CONDITIONS, values });
    const known = new Map(rows.map((row) => [row.conditionId, row]));
    return (conditionId, outcome) => {
      const market = known.get(conditionId);
      const tokenId = outcome === 0 ? market?.token0Id : market?.token1Id;
      return tokenId === undefined || tokenId === '' ? assetOf(conditionId, outcome) : tokenId;
    };
  }
}
