import type { Reflector } from '@nestjs/core';
import type { FrontRequest } from './front-request';

/** A handler or a controller, as metadata is asked of it. */
type Target = Parameters<Reflector['get']>[1];

/** A check of a request before its route; throws the refusal. */
export type Check = (request: FrontRequest) => void | Promise<void>;

/** The surface's guard, as both ways in ask it. */
export interface Gate {
  /**
   * What a route asks of its requests, by its handler and its controller; null when it asks nothing, "express" when Express
   * alone can tell what it asks about.
   */
  checkOf(handler: Target, controller: Target): Check | null | 'express';
}
