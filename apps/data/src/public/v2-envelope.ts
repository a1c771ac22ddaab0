import { V2Pagination, type V2Page } from '@foretell/contracts';
import { applyDecorators, type Type } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, getSchemaPath } from '@nestjs/swagger';

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
