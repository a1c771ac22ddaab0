import type { Reflector } from '@nestjs/core';
import type { FrontRequest } from './front-request';

/** A handler or a controller, as metadata lookups take it. */
type Target = Parameters<Reflector['get']>[1];

/** A check of a request before its route; throws the refusal. */
export type Check = (request: FrontRequest) => void | Promise<void>;

/** The service's guard, as both request paths call it. */
export interface Gate {
  /**
   * The check that a route requires, by its handler and its controller; null when it requires none, "express" when only Express
   * can check it.
   */
  checkOf(handler: Target, controller: Target): Check | null | 'express';
}
