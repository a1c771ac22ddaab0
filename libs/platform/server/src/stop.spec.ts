import { stopService, type StopPorts } from './stop';

function ports(): StopPorts & { readonly log: string[]; late: () => void } {
  const log: string[] = [];
  const held = {
    log,
    late: () => undefined as void,
    pause: (millis: number) => {
      log.push(`pause ${millis}`);
      return Promise.resolve();
    },
    after: (_millis: number, late: () => void) => {
      held.late = late;
      return () => void log.push('in time');
    },
    say: (sentence: string) => void log.push(sentence),
    end: (code: number) => void log.push(`end ${code}`),
  };
  return held;
}

describe('a stop', () => {
  it('first reports not ready, then refuses and finishes, then ends', async () => {
    const held = ports();
    const { log } = held;
    await stopService({ drain: () => void log.push('drain'), close: async () => void log.push('close') }, held);
    expect(log).toEqual(['drain', 'pause 1000', 'close', 'in time', 'end 0']);
  });

  it('ends with a reason when what it waits for never responds', async () => {
    const held = ports();
    void stopService({ drain: () => undefined, close: () => new Promise(() => undefined) }, held);
    held.late();
    expect(held.log.slice(1)).toEqual([
      'the stop took longer than 14 s: what it waited for does not answer; the process ends',
      'end 1',
    ]);
  });

  it('ends with the reason when it fails', async () => {
    const held = ports();
    await stopService({ drain: () => undefined, close: () => Promise.reject(new Error('no pool')) }, held);
    expect(held.log.slice(1)).toEqual(['in time', expect.stringContaining('the stop failed: Error: no pool'), 'end 1']);
  });
});
