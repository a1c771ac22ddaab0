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

  it('say that a check does not hold while it hangs, as /readyz does: a comparison with NaN never alerts', async () => {
    const loop = new EventLoop();
    const hanging = { name: 'hanging', check: () => new Promise<null>(() => undefined) };
    const sound = { name: 'sound', check: () => Promise.resolve(null) };
    const text = await new HealthController(new Readiness([hanging, sound], new Draining()), loop).metrics();
    expect(text.split('\n').filter((line) => line.startsWith('foretell_ready'))).toEqual([
      'foretell_ready{check="hanging"} 0',
      'foretell_ready{check="sound"} 1',
    ]);
    loop.onApplicationShutdown();
  });
});
