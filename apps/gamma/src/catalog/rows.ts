/** Rows as columns.ts gives them, whether from the driver or out of json_agg. */
export interface TagRow {
  readonly id: number;
  readonly label: string;
  readonly slug: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly requires_translation: boolean;
}

export interface SeriesRow {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
  readonly series_type: string;
  readonly recurrence: string;
  readonly image: string;
  readonly icon: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface MinimalEventRow {
  readonly id: number;
  readonly ticker: string;
  readonly slug: string;
  readonly title: string;
}

export interface EventRow extends MinimalEventRow {
  readonly description: string;
  readonly resolution_source: string;
  readonly start_date: string;
  readonly creation_date: string;
  readonly end_date: string;
  readonly image: string;
  readonly icon: string;
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface MarketRow {
  readonly id: number;
  readonly question: string;
  readonly condition_id: string | null;
  readonly slug: string;
  readonly resolution_source: string;
  readonly start_date: string;
  readonly end_date: string;
  readonly image: string;
  readonly icon: string;
  readonly description: string;
  readonly outcomes: readonly string[];
  readonly token_ids: readonly string[];
  readonly active: boolean;
  readonly closed: boolean;
  readonly archived: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly question_id: string;
}
