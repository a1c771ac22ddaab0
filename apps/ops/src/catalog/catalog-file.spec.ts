import * as fc from 'fast-check';
import { gzipSync } from 'node:zlib';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Batcher } from './batches';
import { rowsOf, type FileRow } from './catalog-file';
import { textOf } from './text-source';

async function* chunks(text: string, size: number): AsyncGenerator<string> {
  for (let at = 0; at < text.length; at += size) yield text.slice(at, at + size);
}
async function all(rows: AsyncIterable<FileRow>): Promise<readonly FileRow[]> {
  const read: FileRow[] = [];
  for await (const row of rows) read.push(row);
  return read;
}
async function read(text: string, name = 'x.json', size = 7): Promise<readonly FileRow[]> {
  return all(rowsOf(name, chunks(text, size)));
}
const A = { id: '1', question: 'A, "quoted" \\ {[]}', events: [{ id: '9' }] };
const B = { id: '2', title: 'B', markets: [{ id: '3' }, { id: '4' }] };
const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Layouts of the same two rows. */
const LAYOUTS: readonly [name: string, text: string][] = [
  ['a list', JSON.stringify([A, B])],
  ['an indented list', pretty([A, B])],
  ['a list inside an object', JSON.stringify({ next_cursor: 'x', limit: 2, data: [A, B] })],
  ['an indented list inside an object', pretty({ meta: { id: 5 }, markets: [A, B], count: 2 })],
  ['two lists inside an object', pretty({ markets: [A], events: [B] })],
  ['one row a line', `${JSON.stringify(A)}\n\n${JSON.stringify(B)}\n`],
  ['rows under raw, one a line', `${JSON.stringify({ slug: 's', raw: A })}\r\n${JSON.stringify({ slug: 't', raw: B })}`],
  ['a list a line', `${JSON.stringify([A])}\n${JSON.stringify([B])}\n`],
  ['indented rows one after another', `${pretty(A)}\n${pretty(B)}`],
];

const name = fc.constantFrom('id', 'title', 'question', 'markets', 'events', 'data', 'x', 'a "b" {');
const document: fc.Arbitrary<unknown> = fc
  .letrec<{ value: unknown; object: object; list: unknown[] }>((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, fc.constantFrom<unknown>('t', 'a\n"{}[],:', 1, null, true), tie('object'), tie('list')),
    object: fc.dictionary(name, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    list: fc.array(fc.oneof(tie('object'), tie('object'), tie('value')), { maxLength: 4 }),
  }))
  .object.chain((object) => fc.oneof(fc.constant<unknown>(object), fc.array(fc.constant(object), { maxLength: 3 })));

/** The same document with white space between its tokens. */
function indented(text: string, gaps: readonly string[]): string {
  let at = 0;
  const gap = (): string => gaps[at++ % gaps.length] ?? '';
  return text.replace(/"(?:[^"\\]|\\.)*"|[{}[\],:]|[^"{}[\],:]+/g, (token) => `${gap()}${token}${gap()}`);
}

describe('rowsOf', () => {
  it.each(LAYOUTS)('reads %s, in chunks of any size', async (_name, text) => {
    for (const size of [1, 5, 64, 100_000]) {
      expect((await read(text, 'x.json', size)).map((row) => ('value' in row ? row.value : row.fault))).toEqual([A, B]);
    }
  });

  it('returns the rows of any list unchanged', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.dictionary(fc.string(), fc.jsonValue())),
        fc.integer({ min: 1, max: 40 }),
        fc.boolean(),
        async (rows, size, indented) => {
          const kept = rows.map((row) => ({ id: 1, ...row, raw: 0 }));
          const read = await all(rowsOf('x.json', chunks(indented ? pretty(kept) : JSON.stringify(kept), size)));
          expect(read.map((row) => ('value' in row ? row.value : row))).toEqual(JSON.parse(JSON.stringify(kept)));
        },
      ),
    );
  });

  it('reads JSON with any indentation', async () => {
    await fc.assert(
      fc.asyncProperty(
        document,
        fc.array(fc.constantFrom('', '', '\n', '\n', '  ', '\n  ', '\r\n'), { minLength: 1 }),
        async (doc, gaps) => {
          const rows = async (text: string, size: number) =>
            (await read(text, 'x.json', size)).map((row) => ('value' in row ? row.value : row.fault));
          const text = indented(JSON.stringify(doc), gaps);
          expect(await rows(text, 9)).toEqual(await rows(JSON.stringify(doc), 1_000));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reads nested objects in the column of the outer row as nested', async () => {
    const event = {
      id: '9',
      title: 'E',
      markets: [
        { id: '1', question: 'a' },
        { id: '2', question: 'b' },
      ],
    };
    const text = `[\n{"id":"9","title":"E","markets":[\n{"id":"1","question":"a"},\n{"id":"2","question":"b"}]},\n${JSON.stringify(B)}]`;
    expect(await read(text)).toEqual([
      { line: 2, value: event },
      { line: 5, value: B },
    ]);
  });

  it('reads an event whose lists precede its own fields as an event', async () => {
    const event = { markets: [{ id: '1', question: 'a' }], id: '9', title: 'E' };
    expect(await read(`\n${pretty(event)}`)).toEqual([{ line: 2, value: event }]);
  });

  it('refuses the markets of an event that is truncated inside their list, and accepts the next event', async () => {
    const market = (id: number): string => `{"id":"${id}","question":"q"}`;
    const text = `[\n{"id":"9","title":"E","markets":[\n${market(1)},\n${market(2)},\n{"id":"3","que\n${JSON.stringify(B)},\n${market(7)}\n]`;
    expect((await read(text)).map((row) => ('value' in row ? row.value : row.fault.slice(0, 20)))).toEqual([
      'the row is truncated',
      'the event that conta',
      'the event that conta',
      'the row is truncated',
      B,
      { id: '7', question: 'q' },
    ]);
  });

  it('finds rows inside a truncated row of any length', async () => {
    const long = `{"id":"5","question":"${'x'.repeat(1_000_000)}"}`;
    const text = `[\n{"id":"1","question":"q","events":[\n${Array(40).fill(long).join(',\n')}\n]`;
    const rows = await read(text, 'x.json', 65_536);
    expect(rows.filter((row) => 'value' in row)).toHaveLength(40);
    expect(rows.filter((row) => 'fault' in row).length).toBeGreaterThan(0);
  });

  it('returns the line of each row', async () => {
    expect((await read(pretty([A, B]))).map(({ line }) => line)).toEqual([2, 11]);
    expect((await read(`\n${JSON.stringify(A)}\n${JSON.stringify(B)}`, 'x.jsonl')).map(({ line }) => line)).toEqual([2, 3]);
  });

  it('continues after an invalid line', async () => {
    const rows = await read(`${JSON.stringify(A)}\n{"id": "5", "x": {\nnull\n${JSON.stringify(B)}`, 'x.ndjson');
    expect(rows).toEqual([
      { line: 1, value: A },
      { line: 2, fault: expect.stringContaining('it is not JSON') },
      { line: 3, value: null },
      { line: 4, value: B },
    ]);
  });

  it('continues after an invalid row of a list', async () => {
    const rows = await read(
      `[\n${JSON.stringify(A)},\n{"id": 5, "x": nope},\n{"y": "never closed\n},\n7,\n${JSON.stringify(B)}\n]`,
    );
    expect(rows.map((row) => ('value' in row ? row.value : row.fault.slice(0, 14)))).toEqual([
      A,
      'it is not JSON',
      'it is not JSON',
      7,
      B,
    ]);
  });

  it('returns the complete rows of a truncated file, then reports it', async () => {
    expect(await read(pretty([A, B]).slice(0, -30))).toEqual([
      { line: 2, value: A },
      { line: 11, fault: expect.stringContaining('it is not JSON') },
    ]);
    expect(await read(`[${JSON.stringify(A)},`)).toEqual([
      { line: 1, value: A },
      { line: 1, fault: 'the file is truncated: it ends inside a list of rows' },
    ]);
    expect(await read('')).toEqual([]);
  });

  describe('the encodings of a file', () => {
    let folder: string;
    beforeAll(() => {
      folder = mkdtempSync(join(tmpdir(), 'catalog-file-'));
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    const utf32 = (text: string, isLittleEndian: boolean): Buffer => {
      const points = [...text];
      const bytes = Buffer.alloc(points.length * 4);
      points.forEach((point, at) => {
        const code = point.codePointAt(0) ?? 0;
        if (isLittleEndian) bytes.writeUInt32LE(code, at * 4);
        else bytes.writeUInt32BE(code, at * 4);
      });
      return bytes;
    };
    const ENCODINGS: readonly [string, (text: string) => Buffer][] = [
      ['UTF-8', (text) => Buffer.from(text)],
      ['UTF-8 with a byte order mark', (text) => Buffer.from(`\ufeff${text}`)],
      ['UTF-16LE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
      ['UTF-16BE', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
      ['UTF-32LE', (text) => utf32(`\ufeff${text}`, true)],
      ['UTF-32BE', (text) => utf32(`\ufeff${text}`, false)],
      ['gzip', (text) => gzipSync(text)],
    ];
    it.each(ENCODINGS)('include %s', async (name, encode) => {
      const file = join(folder, `${name}.json`);
      const row = { id: '1', question: 'Žižkov 🎲?' };
      writeFileSync(file, encode(JSON.stringify([row])));
      let bytes = 0;
      expect(
        await all(
          rowsOf(
            file,
            textOf(file, (count) => (bytes += count)),
          ),
        ),
      ).toEqual([{ line: 1, value: row }]);
      expect(bytes).toBeGreaterThan(0);
    });
  });
});

describe('batchesOf', () => {
  it('returns rows of one shape in order, within the limits', () => {
    const batcher = new Batcher({ sites: ['alpha.example'] });
    const rows = [
      ...Array.from({ length: 300 }, (_, id) => ({ id, question: 'q' })),
      { id: 1, title: 't', markets: [] },
      { id: 2, question: 'q' },
    ];
    const batches = [...rows.flatMap((row, index) => batcher.add(`x:${index}`, row, index)), ...batcher.flush()];
    expect(batches.map(({ shape, rows: { length } }) => [shape, length])).toEqual([
      ['markets', 256],
      ['markets', 44],
      ['events', 1],
      ['markets', 1],
    ]);
  });

  it('splits an event too large for one batch into parts that together contain its markets', () => {
    const markets = Array.from({ length: 700 }, (_, id) => ({ id, question: 'q', description: 'd'.repeat(2000) }));
    const batcher = new Batcher({ sites: [] });
    const batches = [...batcher.add('x:1', { id: 1, title: 't', markets }, 0), ...batcher.flush()];
    const sent = batches.flatMap(({ rows }) => rows.flatMap(({ row }) => Reflect.get(Object(row), 'markets')));
    expect(sent).toEqual(markets);
    expect(batches.flatMap(({ rows }) => rows.map(({ position }) => position))).toEqual([0, 175, 350, 525]);
    expect(Math.max(...batches.map((batch) => JSON.stringify(batch).length))).toBeLessThan(1024 * 1024);
  });
});
