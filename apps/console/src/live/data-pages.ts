import type { V2Pagination } from '@foretell/contracts';
import type { Page } from './page-list';

/** A list of version 2 of the data service's API. */
export interface DataPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: V2Pagination;
}

export function pageOfData<Row>({ data, pagination }: DataPage<Row>): Page<Row> {
  return { rows: data, next: pagination.has_more ? pagination.next_cursor : null };
}

/* Key of a row. */

export function idOf({ id }: { readonly id: string }): string {
  return id;
}

export function tokenOf({ token_id: tokenId }: { readonly token_id: string }): string {
  return tokenId;
}
