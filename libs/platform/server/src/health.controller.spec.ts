import { Draining } from './draining';
import { EventLoop } from './event-loop';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

describe('the metrics of a process', () => {
  it('are told once to all who ask at about the same time, because telling them costs milliseconds', async () => {
    const loop = new EventLoop();
    const controller = new HealthController(new Readiness([], new Draining()), loop);
    expect(controller.metrics()).toBe(controller.metrics());
    expect(await controller.metrics()).toContain('foretell_');
    loop.onApplicationShutdown();
  });
});
