import { BaseRpcContext } from '@nestjs/microservices';
import type { Operator } from './operator';

/** Context of an operator's command: a handler receives it by `@Ctx()`, and then its request by `@Payload()`. */
export class OpsContext extends BaseRpcContext<[Operator]> {
  get operator(): Operator {
    return this.args[0];
  }
}
