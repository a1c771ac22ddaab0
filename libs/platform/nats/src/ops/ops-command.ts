import { applyDecorators, UseInterceptors, UsePipes } from '@nestjs/common';
import { MessagePattern } from '@nestjs/microservices';
import { ApiExcludeEndpoint } from '@nestjs/swagger';
import { OPS_COMMANDS, type OpsCommandName, type OpsRequest, type OpsResult } from '@foretell/contracts';
import type { OpsContext } from './ops-context';
import { OpsReplyInterceptor } from './ops-reply.interceptor';
import { OpsRequestPipe } from './ops-request.pipe';

/** Transport id of the operator commands; see connectOps. */
export const OPS = Symbol('ops');

type OpsHandler<N extends OpsCommandName> = (request: OpsRequest<N>, context: OpsContext) => OpsResult<N> | Promise<OpsResult<N>>;

/**
 * Makes a controller's method the handler of an operator command. It receives the request as validated by the command's class,
 * and returns the result; it throws OpsRefusal for a command that cannot be executed. A method with other types than the
 * command's does not compile.
 */
export function OpsCommand<N extends OpsCommandName>(name: N) {
  const decorate = applyDecorators(
    MessagePattern(name, OPS),
    // No HTTP route: its request is no schema of the OpenAPI document.
    ApiExcludeEndpoint(),
    UsePipes(new OpsRequestPipe<object>(OPS_COMMANDS[name].request)),
    UseInterceptors(new OpsReplyInterceptor(name)),
  );
  return <H extends OpsHandler<N>>(controller: object, method: string | symbol, descriptor: TypedPropertyDescriptor<H>): void =>
    decorate(controller, method, descriptor);
}
