import { ApiProperty } from '@nestjs/swagger';

/** The kind of a field of the public catalog format. Lists and objects are passed through unchanged. */
export type SourceKind = 'text' | 'number' | 'integer' | 'flag' | 'list' | 'object';
export type SourceFields = ReadonlyMap<string, SourceKind>;

/**
 * Fields of the public catalog format that no column of the catalog stores: kept with their row, and returned unchanged in the
 * public response format. A field in none of these lists is kept and returned too, but its kind is not documented.
 */
export const MARKET_SOURCE: SourceFields = sourceFields({
  text: `marketMakerAddress category ammType sponsorName sponsorImage xAxisValue yAxisValue
    denominationToken fee lowerBound upperBound twitterCardImage twitterCardLocation twitterCardLastRefreshed
    twitterCardLastValidated outcomePrices volume
    liquidity marketType
    formatType lowerBoundDate upperBoundDate closedTime mailchimpTag resolvedBy groupItemTitle groupItemThreshold groupItemRange
    umaEndDate umaEndDateIso umaResolutionStatus umaResolutionStatuses endDateIso startDateIso umaBond umaReward gameId
    negRiskMarketID negRiskRequestID gameStartTime teamAID teamBID disqusThread shortOutcomes deployingTimestamp
    scheduledDeploymentTimestamp acceptingOrdersTimestamp seriesColor sportsMarketType chartColor eventStartTime subcategory
    categoryMailchimpTag pastSlugs readyTimestamp fundedTimestamp feeType submitted_by comboStatus`,
  number: `volumeNum volumeAmm volumeClob volume24hr volume1wk volume1mo volume1yr volume24hrAmm volume1wkAmm volume1moAmm
    volume1yrAmm volume24hrClob volume1wkClob volume1moClob volume1yrClob liquidityNum liquidityAmm liquidityClob
    orderPriceMinTickSize orderMinSize makerBaseFee takerBaseFee rewardsMinSize rewardsMaxSpread competitive spread
    oneHourPriceChange oneDayPriceChange oneWeekPriceChange oneMonthPriceChange oneYearPriceChange lastTradePrice bestBid bestAsk
    line`,
  integer: 'updatedBy createdBy marketGroup secondsDelay customLiveness commentCount makerRebatesFeeShareBps score curationOrder',
  flag: `wideFormat new sentDiscord featured restricted hasReviewedDates readyForCron commentsEnabled enableOrderBook ready funded
    fpmmLive cyom approved acceptingOrders notificationsEnabled pagerDutyNotificationEnabled feesEnabled negRisk negRiskOther
    clearBookOnStart manualActivation automaticallyResolved automaticallyActive pendingDeployment deploying rfqEnabled
    holdingRewardsEnabled requiresTranslation showGmpSeries showGmpOutcome isTemplate _sync`,
  list: 'clobRewards categories internalUsers positionIds',
  object: 'imageOptimized iconOptimized feeSchedule',
});

export const EVENT_SOURCE: SourceFields = sourceFields({
  text: `subtitle category subcategory sortBy templateVariables published_at createdBy updatedBy disqusThread parentEvent
    negRiskMarketID closedTime deployingTimestamp scheduledDeploymentTimestamp gameStatus score elapsed period eventDate
    startTime finishedTimestamp seriesSlug gmpChartMode countryName electionType color featuredImage estimatedValue
    sportsradarMatchId turnProviderId ticketPrice homeTeamName awayTeamName lastHighlight
    lastHighlightType lastHighlightAt`,
  number: `liquidity volume openInterest competitive volume24hr volume1wk volume1mo volume1yr liquidityAmm liquidityClob
    spreadsMainLine totalsMainLine`,
  integer: 'negRiskFeeBips commentCount tweetCount featuredOrder eventWeek gameId parentEventId rescheduledFromGameId',
  flag: `new featured restricted isTemplate commentsEnabled enableOrderBook negRisk enableNegRisk negRiskAugmented cyom
    showAllOutcomes showMarketImages automaticallyResolved automaticallyActive pendingDeployment deploying estimateValue
    cantEstimate cumulativeMarkets live ended carouselMap requiresTranslation _sync`,
  list: `subEvents collections categories eventCreators chats templates teams bestLines externalPartners internalUsers tag_labels
    tag_slugs`,
  object: 'imageOptimized iconOptimized featuredImageOptimized sport',
});

export const SERIES_SOURCE: SourceFields = sourceFields({
  text: `subtitle description layout publishedAt createdBy updatedBy startDate pythTokenID cgAssetName competitive`,
  number: 'volume24hr volume liquidity score',
  integer: 'commentCount',
  flag: 'new featured restricted isTemplate templateVariables commentsEnabled requiresTranslation _sync',
  list: 'collections categories chats',
  object: '',
});

export const TAG_SOURCE: SourceFields = sourceFields({
  text: 'publishedAt',
  number: '',
  integer: 'createdBy updatedBy',
  flag: 'forceShow forceHide isCarousel',
  list: '',
  object: '',
});

function sourceFields(names: Readonly<Record<SourceKind, string>>): SourceFields {
  return new Map(
    Object.entries(names).flatMap(([kind, text]) =>
      text
        .split(/\s+/)
        .filter((name) => name !== '')
        .map((name): [string, SourceKind] => [name, kind as SourceKind]),
    ),
  );
}

const SCHEMAS: Readonly<Record<SourceKind, object>> = {
  text: { type: 'string' },
  number: { type: 'number' },
  integer: { type: 'integer' },
  flag: { type: 'boolean' },
  list: { type: 'array', items: { oneOf: [{ type: 'string' }, { type: 'object', additionalProperties: true }] } },
  object: { type: 'object', additionalProperties: true },
};

/** Documents the fields that rows of a source may have, except those that the class declares itself. */
export function CarriesSource(fields: SourceFields): ClassDecorator {
  return ({ prototype }) => {
    const own = new Set((Reflect.getMetadata('swagger/apiModelPropertiesArray', prototype as object) as string[]) ?? []);
    for (const [name, kind] of fields) {
      if (own.has(`:${name}`)) continue;
      const schema = { ...SCHEMAS[kind], required: false, description: 'As in the source; absent when the source has none.' };
      ApiProperty(schema)(prototype as object, name);
    }
  };
}
