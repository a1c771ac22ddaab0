import { applyDecorators } from '@nestjs/common';
import { ApiBadRequestResponse, ApiQuery } from '@nestjs/swagger';
import { CatalogFailure } from '@foretell/contracts';
import type { ParamTable } from './param';

/** Documents a route's query from the table that reads it. */
export function ApiParams(table: ParamTable): MethodDecorator {
  const queries = Object.entries(table).map(([name, { doc, isRequired, minimum, maximum }]) =>
    ApiQuery({
      name,
      required: isRequired === true,
      description: doc.description,
      schema: {
        type: doc.type,
        ...(doc.fallback === undefined ? {} : { default: doc.fallback }),
        ...(minimum === undefined ? {} : { minimum }),
        ...(maximum === undefined ? {} : { maximum }),
      },
    }),
  );
  return applyDecorators(...queries, ApiBadRequestResponse({ type: CatalogFailure }));
}
