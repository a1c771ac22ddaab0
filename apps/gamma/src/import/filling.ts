import type { MarketRecord } from '../catalog/records';
import type { MarketInput } from '../store/import-input';

/**
 * The fields that a row in the trading format adds to a market from the catalog's own format: only missing ones, because such
 * rows have no time, and the catalog's have more data.
 */
export function filling(stored: MarketRecord, { place, fields, terms }: MarketInput): MarketInput {
  const { id, slug, question, trading } = stored;
  return {
    place,
    fields: {
      id,
      slug,
      question,
      ...(stored.description === '' && fields.description !== undefined ? { description: fields.description } : {}),
      ...(stored.image === '' && fields.image !== undefined ? { image: fields.image } : {}),
      ...(stored.icon === '' && fields.icon !== undefined ? { icon: fields.icon } : {}),
      ...(stored.questionId === '' && fields.questionId !== undefined ? { questionId: fields.questionId } : {}),
      ...(stored.endDate === null && fields.endDate !== undefined ? { endDate: fields.endDate } : {}),
      ...(stored.tokenIds.length === 0 && fields.tokenIds !== undefined ? { tokenIds: fields.tokenIds } : {}),
      ...(stored.outcomes.length === 0 && fields.outcomes !== undefined ? { outcomes: fields.outcomes } : {}),
    },
    terms: {
      ...(trading.result === null && stored.catalogClosed && terms.result !== undefined ? { result: terms.result } : {}),
      ...(trading.acceptingOrdersAt === null && terms.acceptingOrdersAt !== undefined
        ? { acceptingOrdersAt: terms.acceptingOrdersAt }
        : {}),
      ...(trading.marketMaker === '' && terms.marketMaker !== undefined ? { marketMaker: terms.marketMaker } : {}),
      ...(trading.gameStartTime === null && terms.gameStartTime !== undefined ? { gameStartTime: terms.gameStartTime } : {}),
    },
    events: { kind: 'also', ids: [] },
    isOfTrading: true,
  };
}
