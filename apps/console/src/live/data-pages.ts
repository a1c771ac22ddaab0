import type { V2Pagination } from '@foretell/contracts';
import type { Page } from './page-list';

/** A list of the data surface's second version. */
export interface DataPage<Row> {
  readonly data: readonly Row[];
  readonly pagination: V2Pagination;
}

export function pageOfData<Row>({ data, pagination }: DataPage<Row>): Page<Row> {
  return { rows: data, next: pagination.has_more ? pagination.next_cursor : null };
}

/* What tells rows apart. */

export function idOf({ id }: { readonly id: string }): string {
  return id;
}

export function tokenOf({ token_id: tokenId }: { readonly token_id: string }): string {
  return tokenId;
}
