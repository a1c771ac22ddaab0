import { applyDecorators, createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import type { Request } from 'express';
import { parseQuery } from './parse-query';
import type { Rules } from './rule';

/** The request's query, read by the rules. */
export const RuledQuery = createParamDecorator((rules: Rules, context: ExecutionContext) =>
  parseQuery(rules, context.switchToHttp().getRequest<Request>().query),
);

/** The rules in the API's documentation. */
export function DocumentedQuery(rules: Rules): MethodDecorator {
  return applyDecorators(
    ...Object.entries(rules).map(([name, { isRequired, schema }]) => ApiQuery({ name, required: isRequired, schema })),
  );
}
