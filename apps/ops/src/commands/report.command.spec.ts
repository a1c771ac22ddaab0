import { OPS_EXAMPLES, type MoneyReport } from '@foretell/contracts';
import { csvRecord } from '../terminal/csv';
import { runWith } from '../testing/run-with';

const PERIOD = ['report', '--from', '2026-11-01', '--to', '2026-12-01'];
const EXAMPLE = OPS_EXAMPLES['ops.clob.report'].result as Required<MoneyReport>;

const reported = (changes: Partial<MoneyReport>, ...options: string[]) =>
  runWith([...PERIOD, ...options], { 'ops.clob.report': { ok: true, result: { ...EXAMPLE, ...changes } } });

describe('ops report', () => {
  it('prints each amount to the micro as CSV', async () => {
    const { exitCode, out } = await reported({}, '--csv');
    expect(exitCode).toBe(0);
    expect(out).toEqual([
      'section,time,kind,account,reference,count,usdc',
      'period,,volume,,,,18.5',
      'period,,taker fees,,,3,1.25',
      'period,,rounding,,,,0.000002',
      'period,,credits,,,,250.5',
      'period,,debits,,,,0',
      `fees,,taker fees,0x${'ab'.repeat(32)},will-it-rain-in-lisbon-on-friday,3,1.25`,
      `fees,,rounding,0x${'ab'.repeat(32)},will-it-rain-in-lisbon-on-friday,,0.000002`,
      'makers,2026-11-21,rewards owed,,,,4.6875',
      'makers,2026-11-21,rewards paid,,,,4.6875',
      'movements,2026-11-21T22:26:40.000Z,credit,0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266,deposit-7781,,250.5',
      'ledger,2026-11-21T22:26:40.000Z,credits,,,,250.5',
      'ledger,2026-11-21T22:26:40.000Z,debits,,,,0',
      'ledger,2026-11-21T22:26:40.000Z,balances,,,,129.249998',
      'ledger,2026-11-21T22:26:40.000Z,positions,,,,120',
      'ledger,2026-11-21T22:26:40.000Z,fees,,,,1.250002',
    ]);
  });

  it('says so, with exit code 1, when the ledger does not add up', async () => {
    const ledger = { ...EXAMPLE.ledger, holds: false };
    expect(await reported({ ledger })).toMatchObject({
      exitCode: 1,
      out: expect.arrayContaining(['the ledger does not add up: run ops doctor']),
    });
  });

  it('refuses pages that do not add up to the totals', async () => {
    const totals = { ...EXAMPLE.totals, credits: '250.500001' };
    expect(await reported({ totals })).toMatchObject({
      exitCode: 1,
      complaints: [expect.stringContaining('repeat the command')],
    });
  });

  it.each([
    [['report', '--to', '2026-12-01'], '--from is missing'],
    [['report', '--from', '1.11.2026', '--to', '2026-12-01'], '--from must be a UTC day such as 2026-11-01, not "1.11.2026"'],
    [[...PERIOD, '--csv', '--json'], 'either --csv or --json'],
  ])('refuses %j with what to change', async (words, said) => {
    expect(await runWith(words)).toMatchObject({
      exitCode: 2,
      requests: [],
      complaints: [expect.stringContaining(said), expect.any(String)],
    });
  });
});

describe('a record of CSV', () => {
  it.each([
    [['a', 1, 'b c'], 'a,1,b c'],
    [['a,b', 'say "no"', 'two\nlines'], '"a,b","say ""no""","two\nlines"'],
    [['=1+1', '+1', '-1', '@a', '\ta'], "'=1+1,'+1,'-1,'@a,'\ta"],
    [['', 'a=b'], ',a=b'],
  ])('%j is %s', (cells, record) => {
    expect(csvRecord(cells)).toBe(record);
  });
});
