import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPS_EXAMPLES } from '@foretell/contracts';
import { runWith } from '../testing/run-with';

const CONDITION = `0x${'c0'.repeat(32)}`;
const CONDITIONS: Readonly<Record<string, string>> = { 'sun-in-lisbon': CONDITION };

describe('resolving the markets of a list', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'results-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  async function resolved(content: string, ...more: readonly string[]) {
    const file = join(folder, 'results');
    writeFileSync(file, content);
    const { result } = OPS_EXAMPLES['ops.clob.markets.resolve'];
    return runWith(['markets', 'resolve', '--file', file, ...more], {
      'ops.clob.markets.resolve': ({ market }) => ({
        ok: true,
        result: { ...result, conditionId: CONDITIONS[market] ?? market },
      }),
    });
  }

  it.each([
    ['lines', `market,winner\n# the first\n\n${CONDITION},Yes\nrain-in-lisbon, New York\nrain\thalf\n`],
    [
      'JSON rows',
      JSON.stringify([
        { condition_id: CONDITION, outcome: 'Yes' },
        { slug: 'rain-in-lisbon', winner: 'New York' },
        { market: 'rain', winner: 'half' },
      ]),
    ],
    [
      'JSON lines',
      `{"conditionId":"${CONDITION}","winner":"Yes"}\n{"slug":"rain-in-lisbon","outcome":"New York"}\n{"id":"rain","result":"half"}\n`,
    ],
  ])('reads %s, in order', async (_name, content) => {
    const { exitCode, requests, out } = await resolved(content);
    const listed = [
      { market: CONDITION, winner: 'Yes' },
      { market: 'rain-in-lisbon', winner: 'New York' },
      { market: 'rain', winner: 'half' },
    ];
    expect(requests.map(({ payload }) => payload)).toEqual(
      [true, false].flatMap((dryRun) => listed.map((each) => ({ ...each, dryRun }))),
    );
    expect([exitCode, out[0]]).toEqual([0, '3 markets resolved, 0 refused']);
  });

  it('only shows what it would do in a dry run', async () => {
    const { requests, out } = await resolved('rain,Yes', '--dry-run');
    expect(requests.map(({ payload }) => payload)).toEqual([{ market: 'rain', winner: 'Yes', dryRun: true }]);
    expect(out[0]).toBe('1 markets would be resolved, 0 refused');
  });

  it.each([[[]], [['--dry-run']]])('refuses a list with two winners of a market, before any is resolved: %j', async (more) => {
    const { exitCode, requests, complaints } = await resolved(`rain,Yes\n${CONDITION},Yes\nsun-in-lisbon,No`, ...more);
    expect(requests.map(({ payload }) => payload)).not.toContainEqual(expect.objectContaining({ dryRun: false }));
    expect([exitCode, complaints.join()]).toEqual([1, expect.stringContaining('lines 2 and 3 name different winners of ')]);
  });

  it('accepts a market that is listed twice with one winner', async () => {
    expect(await resolved(`${CONDITION},Yes\nsun-in-lisbon,yes`)).toMatchObject({ exitCode: 0 });
  });

  it('continues after an invalid line, reports it, and exits with 1', async () => {
    const { exitCode, requests, out } = await resolved('lonely\nrain,Yes', '--json');
    expect([exitCode, requests.length]).toEqual([1, 2]);
    expect(JSON.parse(out.join('\n'))).toMatchObject({
      resolved: 1,
      refused: 1,
      markets: [{ line: 1, refusal: 'is not MARKET,WINNER' }, { line: 2 }],
    });
  });

  it('continues after a market that the service refuses', async () => {
    const file = join(folder, 'results');
    writeFileSync(file, 'a,Yes\nb,Yes');
    const refusal = { ok: false, error: 'refused: market resolved' } as const;
    const { exitCode, out, requests } = await runWith(['markets', 'resolve', '--file', file, '--json'], {
      'ops.clob.markets.resolve': refusal,
    });
    expect([exitCode, requests.length]).toEqual([1, 4]);
    expect(JSON.parse(out.join('\n'))).toMatchObject({ refused: 2, markets: [{ refusal: 'refused: market resolved' }, {}] });
  });

  it.each([[['markets', 'resolve', 'rain']], [['markets', 'resolve']], [['markets', 'resolve', 'rain', 'Yes', '--file', 'x']]])(
    '%j is wrong usage',
    async (line) => {
      expect(await runWith(line)).toMatchObject({ exitCode: 2, requests: [] });
    },
  );

  it.each([
    ['', 'lists no markets'],
    ['# nothing\n', 'lists no markets'],
  ])('refuses an empty list', async (content, reason) => {
    const { exitCode, complaints } = await resolved(content);
    expect([exitCode, complaints.join()]).toEqual([1, expect.stringContaining(reason)]);
  });
});
