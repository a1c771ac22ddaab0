import { Logger, type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import type { OpsCommandName, OpsReply, OpsResult } from '@foretell/contracts';
import { Refusal } from '@foretell/platform-server';
import { catchError, map, of, type Observable } from 'rxjs';
import { OpsRefusal } from './ops-refusal';

const logger = new Logger('Ops');

/** Turns a command's result or refusal into its reply. An internal error is logged, and the reply says that one occurred. */
export class OpsReplyInterceptor<N extends OpsCommandName> implements NestInterceptor<OpsResult<N>, OpsReply<N>> {
  constructor(private readonly command: N) {}

  intercept(_context: ExecutionContext, next: CallHandler<OpsResult<N>>): Observable<OpsReply<N>> {
    return next.handle().pipe(
      map((result): OpsReply<N> => ({ ok: true, result })),
      catchError((error: unknown) => of<OpsReply<N>>({ ok: false, error: this.sentence(error) })),
    );
  }

  private sentence(error: unknown): string {
    if (error instanceof OpsRefusal || error instanceof Refusal) return error.message;
    logger.error({ msg: `${this.command} failed`, err: error });
    return `${this.command} failed inside the service; its log says why`;
  }
}
