import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { OPS_EXAMPLES, type CatalogBatch, type CatalogBatchResult } from '@foretell/contracts';
import { runWith } from '../testing/run-with';

const market = (id: number): object => ({
  id: String(id),
  question: `Will it rain on day ${id}?`,
  slug: `rain-${id}`,
  events: [{ id: '9', title: 'Rain' }],
});
const [A, B, C, D] = [market(1), market(2), market(3), market(4)] as const;
const json = (value: unknown): string => JSON.stringify(value);

describe('the report of an import', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'honest-import-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const RESULT: CatalogBatchResult = { ...OPS_EXAMPLES['ops.gamma.catalog.import'].result, refused: [], withoutOrderBook: [] };

  /** Imports a file with this content; returns what the command sent and refused, and its exit code. */
  async function imported(content: string | Buffer, name = 'x.json', more: readonly string[] = [], result = RESULT) {
    const file = join(folder, name);
    writeFileSync(file, content);
    const { exitCode, out, requests } = await runWith(['catalog', 'import', file, '--json', ...more], {
      'ops.gamma.catalog.import': { ok: true, result },
    });
    const report: { refused: { rows: { place: string; reason: string }[] } } = JSON.parse(out.join('\n'));
    const batches = requests.map(({ payload }) => payload as CatalogBatch);
    return {
      exitCode,
      sent: batches.flatMap(({ rows }) => rows.map(({ row }) => Object(row).id)),
      refused: report.refused.rows.map(({ place, reason }) => `${place.slice(file.length)} ${reason}`.trim()),
    };
  }

  const AS_ID = ['1', '2'];
  it.each(['value', 'results', 'items', 'list', 'result', 'response', 'data'])('finds the rows under "%s"', async (name) => {
    expect(await imported(json({ count: 2, [name]: [A, B] }))).toEqual({ exitCode: 0, sent: AS_ID, refused: [] });
  });

  it.each<[string, string | Buffer, string]>([
    ['an empty file', '', 'the file holds no rows: it is empty, or an empty list'],
    ['an empty list', '[]', 'the file holds no rows: it is empty, or an empty list'],
    ["an API's error", '{"error": "rate limit exceeded"}', ":1 it is an API's error, not a catalog: rate limit exceeded"],
    [
      'an error with a status',
      '{"statusCode": 502, "message": "bad gateway"}',
      ":1 it is an API's error, not a catalog: bad gateway",
    ],
    ['an order book', '{"market":"0x1","bids":[],"asks":[]}', ':1 it looks like an order book, not like an event or a market'],
    ['prices', '[{"t": 1, "p": 0.5}]', ':1 it looks like a point of a price history, not like an event or a market'],
    [
      'trades',
      '[{"asset_id":"1","price":"0.5","side":"BUY"}]',
      ':1 it looks like a trade or an order, not like an event or a market',
    ],
    [
      'positions',
      '[{"proxyWallet":"0x1","conditionId":"0x2"}]',
      ":1 it looks like a wallet's position, trade or activity, not like an event or a market",
    ],
    [
      'something else',
      '[{"a":1,"b":2}]',
      ':1 it is an object with a, b: neither an event (title, markets) nor a market (question)',
    ],
    [
      'a table',
      'slug,asset,price\nx,1,2\n',
      'the file, or the rest of it, cannot be read: it looks like a table of comma-separated values, not JSON: slug,asset,price',
    ],
    ['a page', '<!doctype html><html>', 'the file, or the rest of it, cannot be read: it looks like HTML or XML, not JSON'],
  ])('refuses %s and says what it is', async (_name, content, reason) => {
    expect(await imported(content)).toEqual({ exitCode: 1, sent: [], refused: [reason] });
    expect(await imported(content, 'x.json', ['--allow-refused'])).toMatchObject({ exitCode: 1 });
  });

  it('exits with 1 when a row was refused, unless that is allowed, and with 0 when all rows are stored', async () => {
    const content = json([A, { t: 1, p: 1 }]);
    expect(await imported(content)).toMatchObject({ exitCode: 1, sent: ['1'] });
    expect(await imported(content, 'x.json', ['--allow-refused'])).toMatchObject({ exitCode: 0 });
    const held = { ...RESULT, stored: 0, unchanged: 1 };
    expect(await imported(json([A]), 'x.json', [], held)).toMatchObject({ exitCode: 0 });
    expect(await imported(json([A]), 'x.json', [], { ...held, unchanged: 0 })).toMatchObject({ exitCode: 1 });
  });

  it('reports the offset of the first byte that is not UTF-8, and imports the rows before it', async () => {
    const text = `${json(A)}\n${json({ ...B, question: 'Curaçao?' })}\n${json(C)}\n`;
    const latin = Buffer.from(text, 'latin1');
    for (const name of ['x.jsonl', 'x.jsonl.gz']) {
      const { exitCode, sent, refused } = await imported(name.endsWith('gz') ? gzipSync(latin) : latin, name);
      expect([exitCode, sent]).toEqual([1, ['1']]);
      expect(refused).toEqual([
        `the file, or the rest of it, cannot be read: byte 0xe7 at offset ${text.indexOf('ç')} is not UTF-8; convert the file (it may be Latin-1)`,
      ]);
    }
    expect(await imported(Buffer.from(json([A, B]) + 'ç').subarray(0, -1))).toMatchObject({
      sent: AS_ID,
      refused: [expect.stringContaining('it ends inside a character')],
    });
  });

  it('reports a truncated file', async () => {
    const text = json([A, B]);
    expect((await imported(text.slice(0, -20))).refused).toEqual([
      expect.stringContaining(':1 it is not JSON: the file ends inside it'),
    ]);
    expect((await imported(`[${json(A)},`)).refused).toEqual([':1 the file is truncated: it ends inside a list of rows']);
    expect((await imported(gzipSync(json([A, B, ...Array(9999).fill(C)])).subarray(0, -40), 'x.json.gz')).refused).toEqual(
      expect.arrayContaining([expect.stringContaining('it is truncated: its gzip data end early')]),
    );
  });

  const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
  const LAYOUTS: readonly (readonly [string, (rows: readonly string[]) => string, (row: object) => string])[] = [
    ['on one line', (rows) => `[${rows.join(',')}]`, json],
    ['one a line', (rows) => `[\n${rows.join(',\n')}\n]`, json],
    ['with indents', (rows) => `[\n${rows.join(',\n')}\n]`, (row) => pretty(row).replace(/^/gm, '  ')],
    ['under a name', (rows) => `{"data": [\n${rows.join(',\n')}\n], "next": "x"}`, json],
  ];
  it.each(LAYOUTS)('finds the rows after a truncated one, %s, at any point of truncation', async (_name, list, write) => {
    const whole = write(B);
    for (let length = 4; length < whole.length - 1; length += 3) {
      const { sent, refused } = await imported(list([write(A), whole.slice(0, length), write(C), write(D)]));
      // A row truncated inside a text or after a name includes the beginning of the next row; the rows after that are found.
      expect([length, sent.filter((id) => id !== '2' && id !== '9').at(-1), refused.length > 0]).toEqual([length, '4', true]);
      expect(sent[0]).toBe('1');
    }
  });
});
