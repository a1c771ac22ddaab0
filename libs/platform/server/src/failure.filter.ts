import { Catch, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { FailureAnswers } from './failure-answers';

/** The failures of what comes in by Express; see FailureAnswers. */
@Catch()
export class FailureFilter implements ExceptionFilter {
  constructor(private readonly answers: FailureAnswers) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answers.answer(thrown, http.getRequest<Request>(), http.getResponse<Response>());
  }
}
