import { Inject, Injectable } from '@nestjs/common';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import { examine, examineApart, type Examination } from './examination';

/** Examines the record, one examination at a time. A call during an examination starts another one after it. */
@Injectable()
export class Examiner {
  private last: Promise<unknown> = Promise.resolve();

  constructor(@Inject(CLOB_CONFIG) private readonly config: ClobConfig) {}

  examine(): Promise<Examination> {
    const next = this.last.then(() => this.now());
    this.last = next.catch(() => undefined);
    return next;
  }

  private now(): Promise<Examination> {
    const { program, databaseUrl } = this.config;
    return program === null ? examine(databaseUrl, exchangeRules(this.config)) : examineApart(program);
  }
}
