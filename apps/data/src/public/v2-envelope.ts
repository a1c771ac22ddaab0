import { V2Pagination, type V2Page } from '@foretell/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';
import { readCursor, toCursor, type CursorList } from './list-cursor';

/** Documents {data, pagination} with records of the class. */
export function ApiV2Page(record: Type<object>): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(record, V2Pagination),
    ApiOkResponse({
      schema: {
        type: 'object',
        required: ['data', 'pagination'],
        properties: {
          data: { type: 'array', items: { $ref: getSchemaPath(record) } },
          pagination: { $ref: getSchemaPath(V2Pagination) },
        },
      },
    }),
  );
}

/** Documents {data} with a record of the class, a list of them, or null. */
export function ApiV2Answer(
  record: Type<object>,
  { isList = false, others = [] }: { readonly isList?: boolean; readonly others?: readonly Type<object>[] } = {},
): MethodDecorator {
  const one = { $ref: getSchemaPath(record) };
  const data = isList ? { type: 'array', items: one } : one;
  return applyDecorators(
    ApiExtraModels(record, ...others),
    ApiOkResponse({ schema: { type: 'object', required: ['data'], properties: { data } } }),
  );
}

export function pageOf<T>(data: readonly T[], nextCursor: string | null): V2Page<T> {
  return { data, pagination: { has_more: nextCursor !== null, next_cursor: nextCursor } };
}

export function lastPage<T>(data: readonly T[]): V2Page<T> {
  return pageOf(data, null);
}

/** `read` returns the rows from an offset on: one more than the page, at least, unless they are the last. */
export async function pageByOffset<T>(
  list: CursorList,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | null },
  read: (offset: number) => Promise<readonly T[]> | readonly T[],
): Promise<V2Page<T>> {
  const [offset = 0] = readCursor(list, 1, cursor) ?? [];
  const rows = await read(offset);
  return pageOf(rows.slice(0, limit), rows.length > limit ? toCursor(list, [offset + limit]) : null);
}
