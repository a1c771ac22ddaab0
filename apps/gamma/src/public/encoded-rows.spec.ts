import { encodedRows } from './encoded-rows';

function busy(millis: number): void {
  const until = performance.now() + millis;
  while (performance.now() < until);
}

describe('the rows of a page', () => {
  it('are mapped and encoded in their order', async () => {
    expect((await encodedRows(['a', 'ä'], (text) => ({ text }))).latin1).toBe(
      Buffer.from('[{"text":"a"},{"text":"ä"}]').toString('latin1'),
    );
    expect((await encodedRows([], String)).latin1).toBe('[]');
  });

  it('let other work run while a long page is mapped', async () => {
    let turns = 0;
    const counting = setInterval(() => (turns += 1), 1);
    await encodedRows(
      Array.from({ length: 10 }, () => 3),
      (millis) => ({ end: busy(millis) }),
    ).finally(() => clearInterval(counting));
    expect(turns).toBeGreaterThanOrEqual(5);
  });

  it('reject when one of them cannot be mapped', async () => {
    const fail = (row: number): number => {
      busy(3);
      if (row === 2) throw new Error('unreadable');
      return row;
    };
    await expect(encodedRows([0, 1, 2], fail)).rejects.toThrow('unreadable');
  });
});
