import { Draining } from './draining';
import { EventLoop } from './event-loop';
import { HealthController } from './health.controller';
import { Readiness } from './readiness';

describe('the metrics of a process', () => {
  it('are rendered once for concurrent requests, because rendering takes milliseconds', async () => {
    const loop = new EventLoop();
    const controller = new HealthController(new Readiness([], new Draining()), loop);
    expect(controller.metrics()).toBe(controller.metrics());
    expect(await controller.metrics()).toContain('foretell_');
    loop.onApplicationShutdown();
  });
});
