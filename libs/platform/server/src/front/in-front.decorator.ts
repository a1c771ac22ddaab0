import { SetMetadata } from '@nestjs/common';

export const IN_FRONT_MARK = 'foretell:in-front';

/**
 * Marks a hot route: a request for exactly its method and path goes to the same handler by a short way in front of Express, with
 * the same guard, pipe, error body, log and metrics. Whatever is written otherwise (HEAD, OPTIONS, another case, a trailing
 * slash, an encoded path) goes the long way, to the same answer. Source: docs/decisions/requests.md.
 */
export const InFront = (): MethodDecorator => SetMetadata(IN_FRONT_MARK, true);
