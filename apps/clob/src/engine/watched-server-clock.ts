import { Logger } from '@nestjs/common';
import { watchGauge } from '@foretell/platform-server';
import { ServerClock, type ProcessTime } from './server-clock';

/** Logs when a process may not write because of its clock, and when it may again; a metric has the difference. */
class LoggedServerClock extends ServerClock {
  private readonly logger = new Logger('ServerClock');
  private logged: string | null = null;

  override fault(): string | null {
    const fault = super.fault();
    if (fault !== null && this.logged === null) this.logger.error({ msg: fault, aheadMillis: this.aheadMillis() });
    if (fault === null && this.logged !== null) this.logger.log("the clock of this machine is PostgreSQL's again");
    this.logged = fault;
    return fault;
  }
}

export function watchedServerClock(time: ProcessTime, maximumMillis: number): ServerClock {
  const clock = new LoggedServerClock(time, maximumMillis);
  const help = "How far the time of this process is ahead of PostgreSQL's; negative when behind.";
  watchGauge({ name: 'foretell_clock_server_difference_seconds', help }, () => {
    const ahead = clock.aheadMillis();
    return ahead === null ? null : ahead / 1_000;
  });
  return clock;
}
