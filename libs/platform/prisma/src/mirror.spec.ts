import { Mirror } from './mirror';

/** A table of texts that records its reads, and responds when the test permits. */
function world(rows: Record<string, string>, options: { isWhole?: boolean; rowsMax?: number } = {}) {
  const table = new Map(Object.entries(rows));
  const asked: string[] = [];
  let isCurrent = true;
  let gate: Promise<void> = Promise.resolve();
  const mirror = new Mirror<string>(
    {
      load: async () => {
        const loaded = [...table];
        await gate;
        return loaded;
      },
      one: async (key) => {
        asked.push(key);
        const value = table.get(key);
        await gate;
        return value;
      },
    },
    { isWhole: options.isWhole ?? false, rowsMax: options.rowsMax ?? 100, isCurrent: () => isCurrent },
  );
  const hold = (): (() => void) => {
    let open: () => void = () => undefined;
    gate = new Promise((resolve) => (open = resolve));
    return open;
  };
  return { table, asked, mirror, hold, lose: () => (isCurrent = false) };
}

const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

it('returns what it loaded without reading the table', async () => {
  const { mirror, asked } = world({ a: '1' });
  await mirror.reload();
  expect([await mirror.get('a'), asked]).toEqual(['1', []]);
});

it('reads the table before it is loaded, and while changes do not arrive', async () => {
  const { mirror, asked, lose } = world({ a: '1' });
  expect(await mirror.get('a')).toBe('1');
  await mirror.reload();
  lose();
  expect([await mirror.get('a'), asked]).toEqual(['1', ['a', 'a']]);
});

it('looks up a missing row once', async () => {
  const { mirror, asked, table } = world({});
  await mirror.reload();
  table.set('a', '1');
  expect([await mirror.get('a'), await mirror.get('a'), asked]).toEqual(['1', '1', ['a']]);
});

it('does not cache that a row is missing, unless it is complete', async () => {
  const partial = world({});
  await partial.mirror.reload();
  await partial.mirror.get('a');
  await partial.mirror.get('a');
  const whole = world({}, { isWhole: true });
  await whole.mirror.reload();
  expect([await whole.mirror.get('a'), whole.asked, partial.asked]).toEqual([undefined, [], ['a', 'a']]);
});

it('caches no more rows than the limit', async () => {
  const { mirror, asked, table } = world({}, { rowsMax: 2 });
  await mirror.reload();
  for (const key of ['a', 'b', 'c']) table.set(key, key);
  for (const key of ['a', 'b', 'c', 'b', 'c', 'a']) await mirror.get(key);
  expect(asked).toEqual(['a', 'b', 'c', 'a']);
});

it.each([false, true])('drops a row that changed; complete: %s', async (isWhole) => {
  const { mirror, table } = world({ a: '1', b: '2' }, { isWhole });
  await mirror.reload();
  table.set('a', '3');
  table.delete('b');
  mirror.changed('a');
  mirror.changed('b');
  expect([await mirror.get('a'), await mirror.get('b')]).toEqual(['3', undefined]);
  await settle();
  expect([await mirror.get('a'), await mirror.get('b')]).toEqual(['3', undefined]);
});

it.each([false, true])('does not cache a row that changed while it was read; complete: %s', async (isWhole) => {
  const { mirror, table, hold } = world({}, { isWhole });
  await mirror.reload();
  table.set('a', '1');
  const open = hold();
  if (isWhole) mirror.changed('a');
  const early = mirror.get('a');
  table.set('a', '2');
  mirror.changed('a');
  open();
  expect(await early).toBe('1');
  await settle();
  expect(await mirror.get('a')).toBe('2');
});

it('loads again when a row changed during the load', async () => {
  const { mirror, table, hold, asked } = world({ a: '1' }, { isWhole: true });
  const open = hold();
  const loading = mirror.reload();
  table.set('a', '2');
  mirror.changed('a');
  open();
  await loading;
  await settle();
  asked.length = 0;
  expect([await mirror.get('a'), asked]).toEqual(['2', []]);
});
