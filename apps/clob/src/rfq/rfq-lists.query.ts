import { Injectable } from '@nestjs/common';
import {
  encodeOffset,
  END_CURSOR,
  OFFSET_MAX,
  type ListPlace,
  type ListRfqQuotesQuery,
  type ListRfqRequestsQuery,
} from '@foretell/contracts';
import { PrismaService, type Prisma } from '@foretell/platform-prisma';
import type { Address } from '@foretell/signing';
import { BarredOffers } from './rfq-barred.query';
import { quoteRow, requestRow, type QuoteRow, type RequestRow } from './rfq-rows';
import { quotesAt, requestsAt } from './rfq-states';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** A price of one pip, in micros. */
const PIP_MICROS = 100;
/** Greater than any price; a bound beyond it means the same, and would not fit its column. */
const PIPS_MAX = 10_000;

export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly nextCursor: string;
}

/** Whose quotes are listed: those on the caller's requests, the caller's own, or both. */
export type QuotesOf = 'requester' | 'quoter' | 'both';

type Shared = Omit<ListRfqRequestsQuery, 'sortBy' | 'userAddress' | 'states'>;

/** Pages of requests and quotes, by offset as in the published clients. Source: docs/decisions/rfq.md. */
@Injectable()
export class RfqLists {
  constructor(
    private readonly prisma: PrismaService,
    private readonly barred: BarredOffers,
  ) {}

  /** Requests of every address: quoters must see them. */
  async requests(caller: Address, query: ListRfqRequestsQuery, now: number): Promise<Listed<RequestRow>> {
    const { sortBy, sortDir, userAddress, state, states } = query;
    const [requestIds, markets] = [given(query, 'requestIds'), given(query, 'markets')];
    const where: Prisma.ClobRfqRequestWhereInput = {
      ...offered(query),
      ...(userAddress === undefined ? {} : { address: userAddress }),
      ...(requestIds === undefined ? {} : { requestId: { in: uuids(requestIds) } }),
      ...(markets === undefined ? {} : { conditionId: { in: conditions(markets) } }),
      NOT: { requestId: { in: await this.barred.requestsHiddenFrom(caller, now) } },
      AND: [state === undefined ? {} : requestsAt([state], now), states === undefined ? {} : requestsAt(states, now)],
    };
    const by = { price: 'pricePips', expiry: 'expiresAt', size: 'sizeMicros', created: 'createdAt' } as const;
    const total = await this.prisma.clobRfqRequest.count({ where });
    const orderBy = [{ [by[sortBy]]: sortDir }, { createdAt: sortDir }, { requestId: sortDir }];
    const rows = await this.prisma.clobRfqRequest.findMany({ where, orderBy, ...pageOf(query) });
    return listed(rows.map(requestRow), total, query);
  }

  /** Quotes on the address's requests, its own quotes, or both. */
  async quotes(of: QuotesOf, address: Address, query: ListRfqQuotesQuery, now: number): Promise<Listed<QuoteRow>> {
    const { sortBy, sortDir, userAddress, state, states } = query;
    const [requestIds, markets] = [given(query, 'requestIds'), given(query, 'markets')];
    const quoteIds = given(query, 'quoteIds');
    const [requested, offeredBy] = [{ request: { address } }, { address }];
    const where: Prisma.ClobRfqQuoteWhereInput = {
      ...offered(query),
      ...(quoteIds === undefined ? {} : { quoteId: { in: uuids(quoteIds) } }),
      ...(requestIds === undefined ? {} : { requestId: { in: uuids(requestIds) } }),
      NOT: { quoteId: { in: await this.barred.quotesHiddenFrom(address, now) } },
      AND: [
        { OR: of === 'both' ? [requested, offeredBy] : [of === 'requester' ? requested : offeredBy] },
        userAddress === undefined ? {} : { address: userAddress },
        markets === undefined ? {} : { request: { conditionId: { in: conditions(markets) } } },
        state === undefined ? {} : quotesAt([state], now),
        states === undefined ? {} : quotesAt(states, now),
      ],
    };
    const first = {
      price: { pricePips: sortDir },
      expiry: { request: { expiresAt: sortDir } },
      size: { sizeMicros: sortDir },
      created: { createdAt: sortDir },
    };
    const total = await this.prisma.clobRfqQuote.count({ where });
    const orderBy = [first[sortBy], { createdAt: sortDir }, { quoteId: sortDir }];
    const rows = await this.prisma.clobRfqQuote.findMany({ where, orderBy, include: { request: true }, ...pageOf(query) });
    return listed(rows.map(quoteRow), total, query);
  }
}

function offered({ sizeMin, sizeMax, sizeUsdcMin, sizeUsdcMax, priceMin, priceMax }: Shared) {
  const pips = (micros: number | undefined, round: (value: number) => number): number | undefined =>
    micros === undefined ? undefined : Math.min(round(micros / PIP_MICROS), PIPS_MAX);
  return {
    sizeMicros: between(sizeMin, sizeMax),
    usdcMicros: between(sizeUsdcMin, sizeUsdcMax),
    pricePips: between(pips(priceMin, Math.ceil), pips(priceMax, Math.floor)),
  };
}

function between(least: number | undefined, most: number | undefined) {
  return { gte: least ?? 0, ...(most === undefined ? {} : { lte: most }) };
}

type Lists<Name extends string> = Partial<Readonly<Record<Name | `${Name}[]`, readonly string[]>>>;

/** A list by its name, by the name with brackets, or by both. */
function given<Name extends string>(query: Lists<Name>, name: Name): readonly string[] | undefined {
  const lists = [query[name], query[`${name}[]`]].filter((list) => list !== undefined);
  return lists.length === 0 ? undefined : lists.flat();
}

/** Ignores invalid UUIDs: PostgreSQL would refuse them. */
function uuids(texts: readonly string[]): string[] {
  return texts.filter((text) => UUID.test(text));
}

function conditions(texts: readonly string[]): string[] {
  return texts.map((text) => text.toLowerCase());
}

/** An offset past the end gives an empty page without a query. */
function pageOf(query: Shared) {
  const { skip, after } = placeOf(query);
  return { skip, take: after < 0 ? 0 : query.limit };
}

/** By either name; a client gives one. */
function placeOf({ offset, next_cursor }: Shared): ListPlace {
  return next_cursor.after === 0 && next_cursor.skip === 0 ? offset : next_cursor;
}

function listed<Row>(rows: readonly Row[], total: number, query: Shared): Listed<Row> {
  const next = placeOf(query).skip + rows.length;
  const isEnd = rows.length === 0 || next >= total || next > OFFSET_MAX;
  return { rows, total, nextCursor: isEnd ? END_CURSOR : encodeOffset(next) };
}
