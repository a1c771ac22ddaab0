/** What the trading and data surfaces know of a market: one fact per new or changed market. Source: decisions, Catalog. */
export interface CatalogMarketV1 {
  readonly type: 'catalog.market.v1';
  /** Numeric catalog id as string. */
  readonly marketId: string;
  /** Null: the market has no condition and gets no order book. */
  readonly conditionId: string | null;
  readonly questionId: string;
  readonly question: string;
  readonly slug: string;
  readonly description: string;
  readonly icon: string;
  readonly image: string;
  /** Labels in index order; index 0 is the token whose price the book is kept in. */
  readonly outcomes: readonly string[];
  /** Decimal token ids in index order; exactly two when the market is to have an order book. */
  readonly tokenIds: readonly string[];
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly acceptingOrders: boolean;
  readonly enableOrderBook: boolean;
  readonly negRisk: boolean;
  readonly negRiskMarketId: string;
  readonly negRiskRequestId: string;
  /** ISO 8601 or null. */
  readonly endDate: string | null;
  readonly gameStartTime: string | null;
  readonly tickPips: number;
  readonly minimumSizeMicros: number;
  readonly secondsDelay: number;
  readonly takerFeeBps: number;
  readonly rewardsRates: readonly { readonly assetAddress: string; readonly dailyRateMicros: number }[];
  readonly rewardsMinSizeMicros: number;
  readonly rewardsMaxSpreadPips: number;
  readonly event: CatalogEventFields | null;
  /** Of the market's event and its own; in catalog order. The first that names a category is the market's category. */
  readonly tags: readonly { readonly label: string; readonly slug: string }[];
  readonly creator: string | null;
}

export interface CatalogEventFields {
  readonly id: string;
  readonly slug: string;
  readonly title: string;
  readonly ticker: string;
  readonly description: string;
}

export type CatalogFact = CatalogMarketV1;
