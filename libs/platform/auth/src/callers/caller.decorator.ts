import type { ExecutionContext } from '@nestjs/common';
import { createParamDecorator } from '@nestjs/common';
import type { Request } from 'express';
import type { AuthenticatedCaller, WalletCaller } from './authenticated-caller';

function requestOf(context: ExecutionContext): Request {
  return context.switchToHttp().getRequest<Request>();
}

/** The caller that L2Guard authenticated. Throws on a route without the guard: an internal error, not the caller's. */
export const Caller = createParamDecorator((_data: unknown, context: ExecutionContext): AuthenticatedCaller => {
  const caller = requestOf(context).auth;
  if (caller === undefined) throw new Error('the route asks for its caller but does not require L2');
  return caller;
});

/** The wallet that L1Guard authenticated. Throws on a route without the guard. */
export const CallingWallet = createParamDecorator((_data: unknown, context: ExecutionContext): WalletCaller => {
  const wallet = requestOf(context).wallet;
  if (wallet === undefined) throw new Error('the route asks for its wallet but does not require L1');
  return wallet;
});
