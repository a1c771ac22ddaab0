import { Inject, Injectable } from '@nestjs/common';
import { OneAtATime } from '@foretell/platform-server';
import { CLOB_CONFIG, exchangeRules, type ClobConfig } from '../clob.config';
import { examine, examineApart, type Examination } from './examination';

/** Examines the record, one examination at a time. A call during an examination starts another one after it. */
@Injectable()
export class Examiner {
  private readonly line = new OneAtATime();

  constructor(@Inject(CLOB_CONFIG) private readonly config: ClobConfig) {}

  examine(): Promise<Examination> {
    return this.line.run(() => this.now());
  }

  private now(): Promise<Examination> {
    const { program, databaseUrl } = this.config;
    return program === null ? examine(databaseUrl, exchangeRules(this.config)) : examineApart(program);
  }
}
