import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FailureAnswers } from './failure-answers';

/** The filter of all routes; see FailureAnswers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly answers: FailureAnswers) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answers.answer(thrown, http.getRequest<IncomingMessage>(), http.getResponse<ServerResponse>());
  }
}
