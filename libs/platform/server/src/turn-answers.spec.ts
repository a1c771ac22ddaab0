import type { ServerResponse } from 'node:http';
import { setImmediate } from 'node:timers/promises';
import { endInTurn } from './turn-answers';

describe('answers of one event-loop tick', () => {
  it('end together when the tick ends', async () => {
    const ended: string[] = [];
    endInTurn(response(ended), 'first');
    await Promise.resolve();
    endInTurn(response(ended), 'second');
    expect(ended).toEqual([]);
    await setImmediate();
    expect(ended).toEqual(['first', 'second']);
    endInTurn(response(ended), 'third');
    await setImmediate();
    expect(ended).toEqual(['first', 'second', 'third']);
  });

  it('end at once when they are many', async () => {
    const ended: string[] = [];
    for (let number = 1; number <= 17; number += 1) endInTurn(response(ended), String(number));
    expect(ended).toHaveLength(16);
    await setImmediate();
    expect(ended).toEqual(Array.from({ length: 17 }, (_, index) => String(index + 1)));
  });
});

function response(ended: string[]): ServerResponse {
  return { end: (body: string) => ended.push(body) } as unknown as ServerResponse;
}
