import {
  IdListParam,
  IntegerParam,
  LenientRequest,
  LOOSE_FLAGS,
  FlagParam,
  TextListParam,
  TextParam,
  WalletParam,
} from '../../params';
import { PublicPageRequest, PublicRequest } from './list-requests';

/** GET /public/series. */
export class PublicSeriesListRequest extends PublicPageRequest {
  @TextListParam({ description: 'Slugs, repeated or separated by commas.' })
  slug?: readonly string[];

  @FlagParam({ texts: LOOSE_FLAGS, description: 'Only closed ones, or only open ones.' })
  closed?: boolean;

  @TextParam({ description: 'Such as daily or weekly.' })
  recurrence?: string;

  @FlagParam({ texts: LOOSE_FLAGS, fallback: false, description: 'true leaves the events out.' })
  exclude_events!: boolean;
}

/** GET /public/teams. */
export class PublicTeamListRequest extends PublicPageRequest {
  @TextListParam({ description: 'Leagues, in any case.' })
  league?: readonly string[];

  @TextListParam({ description: 'Names, in any case.' })
  name?: readonly string[];

  @TextListParam({ description: 'Abbreviations, in any case.' })
  abbreviation?: readonly string[];
}

/** GET /public/public-profile. */
@LenientRequest()
export class PublicProfileRequest {
  @WalletParam({ description: 'The wallet.', required: true, example: '0x2791bca1f2de4661ed88a30c99a7a9449aa84174' })
  address!: string;
}

/** GET /public/public-search. */
export class PublicSearchRequest extends PublicRequest {
  @TextParam({ description: 'Text to search for.', required: true, isTrimmed: true, lengthMax: 200, example: 'election' })
  q!: string;

  @IntegerParam({
    minimum: 1,
    maximum: 100,
    fallback: 10,
    isCapped: true,
    description: 'Maximum number of rows of each type; a greater value counts as the maximum.',
  })
  limit_per_type!: number;

  @IntegerParam({
    minimum: 1,
    maximum: 10_000,
    fallback: 1,
    isCapped: true,
    description: 'Page number, from 1.',
  })
  page!: number;

  @FlagParam({ texts: LOOSE_FLAGS, fallback: true, description: 'false leaves the tags out.' })
  search_tags!: boolean;

  @TextParam({
    description: 'active: open events only; closed or resolved: the others. Other values are ignored.',
    lengthMax: 40,
  })
  events_status?: string;

  @TextListParam({ description: 'Tag slugs: events with any of them.' })
  events_tag?: readonly string[];

  @IdListParam({ description: 'Tag ids: events with none of them.' })
  exclude_tag_id?: readonly number[];

  @TextParam({
    description: 'Field by which events are sorted, such as volume_24hr or end_date; by relevance when absent.',
  })
  sort?: string;

  @FlagParam({ texts: LOOSE_FLAGS, fallback: false, description: 'With sort: true sorts from the least to the greatest.' })
  ascending!: boolean;
}
