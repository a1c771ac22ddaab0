import { Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { Clock } from './clock';
import { metricsRegistry } from './metrics';
import { SteadyClock } from './steady-clock';
import { watchGauge } from './watched-gauge';

const steps = new Counter({
  name: 'foretell_clock_steps_total',
  help: 'Times that the wall clock was set, or the machine slept.',
  registers: [metricsRegistry],
});

/** A steady clock that logs its steps. The metrics watch the newest clock of a process. */
export function watchedClock(wall: Clock, monotonic: Clock): SteadyClock {
  const logger = new Logger('Clock');
  const clock = new SteadyClock(wall, monotonic, (millis) => {
    steps.inc();
    logger.warn({
      msg: 'the wall clock was set, or the machine slept: this process adjusts slowly; a restart takes the new time at once',
      stepMillis: millis,
    });
  });
  const help = 'How far the wall clock is ahead of the time that the process uses.';
  watchGauge({ name: 'foretell_clock_ahead_seconds', help }, () => clock.ahead() / 1_000);
  return clock;
}
