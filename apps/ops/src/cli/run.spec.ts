import type { MarketState } from '@foretell/contracts';
import { COMMANDS } from '../program';
import { runWith } from '../testing/run-with';

const WALLET = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const MARKET: MarketState = {
  conditionId: `0x${'ab'.repeat(32)}`,
  question: 'Will it rain in Lisbon on Friday?',
  slug: 'rain-lisbon',
  status: 'paused',
  outcomes: ['Yes', 'No'],
  tokenIds: ['111', '222'],
  tick: '0.01',
  feeRate: '0',
  feeExponent: 1,
  minimumSize: '5',
  secondsDelay: 0,
  bestBid: '0.4',
  bestAsk: null,
  openOrders: 3,
  collateral: '120',
  winner: null,
  sourceResult: null,
};

describe('help', () => {
  it.each([[[]], [['--help']], [['help']]])('%p shows every command with its summary', async (line) => {
    const { exitCode, out } = await runWith(line);
    expect(exitCode).toBe(0);
    for (const { path, summary } of COMMANDS) expect(out.join('\n')).toMatch(new RegExp(`${path} +${summary.slice(0, 10)}`));
  });

  it.each(COMMANDS.map(({ path, example }) => [path, example]))(
    '%s --help ends with an example of the same command',
    async (path, example) => {
      const { exitCode, out, requests } = await runWith([...path.split(' '), '--help']);
      expect(exitCode).toBe(0);
      expect(out.at(-1)).toBe(`  ${example}`);
      expect(example.startsWith(`ops ${path}`)).toBe(true);
      expect(requests).toEqual([]);
    },
  );

  it('shows the commands of a group when only the group is named', async () => {
    const { exitCode, out } = await runWith(['ledger']);
    expect(exitCode).toBe(0);
    expect(out.join('\n')).toMatch(/ledger credit.*\n.*ledger debit.*\n.*ledger show/);
  });

  it('prints the version', async () => {
    expect((await runWith(['--version'])).out).toEqual(['1.2.3']);
  });
});

describe('wrong usage exits with 2, says what to do, and sends no request', () => {
  it.each([
    [['nonsense'], 'there is no command "nonsense"; see ops --help'],
    [['markets', 'paus', 'x'], 'commands of this group: markets list, markets pause'],
    [['markets', 'pause'], 'MARKET is missing'],
    [['markets', 'resolve'], 'MARKET and WINNER are missing'],
    [['markets', 'pause', 'rain', 'lisbon'], '"lisbon" is one argument too many'],
    [['markets', 'list', '--status', 'open'], '--status must be one of active, paused, closed, resolved, not "open"'],
    [['markets', 'list', '--limit', '0'], '--limit must be a whole number from 1 to 500, not "0"'],
    [['markets', 'list', '--colour'], "Unknown option '--colour'"],
    [['markets', 'set', 'rain'], 'nothing to set: give at least one option'],
    [['markets', 'set', 'rain', '--tick', '1e-2'], '--tick must be a decimal number'],
    [['ledger', 'show', '0x12'], 'WALLET must be an address'],
    [['ledger', 'credit', WALLET, '-5', '--reference', 'a'], 'a number must not be negative: "-5"'],
    [['markets', 'list', '--limit', '-0.5'], 'a number must not be negative: "-0.5"'],
    [['--json', 'ledger', 'show', WALLET], 'options follow the command: ops ledger show --json'],
    [['--timeout', '5', 'doctor'], 'options follow the command: ops doctor --timeout'],
    [['markets', '--json', 'list'], 'options follow the command: ops markets list --json'],
    [['--json'], 'options follow the command: ops COMMAND --json'],
    [['ledger', 'credit', WALLET, '1.2345678', '--reference', 'a'], 'AMOUNT must be a decimal number'],
    [['ledger', 'credit', WALLET, '10'], '--reference is missing'],
    [['wallets', 'link', WALLET, WALLET], '--kind is missing'],
    [['events', 'replay', '--surface', 'data', '--from', '1'], '--surface must be one of clob, gamma'],
    [['events', 'replay', '--surface', 'clob'], '--from is missing'],
    [['doctor', '--timeout', '0'], '--timeout must be whole seconds from 1 to 9999'],
  ])('%p', async (line, sentence) => {
    const { exitCode, complaints, requests, out } = await runWith(line);
    expect(complaints[0]).toContain(sentence);
    expect({ exitCode, requests, out }).toEqual({ exitCode: 2, requests: [], out: [] });
  });
});

it("a refusal exits with 1 and prints the service's own sentence", async () => {
  const { exitCode, complaints } = await runWith(['markets', 'pause', 'rain'], {
    'ops.clob.markets.pause': { ok: false, error: 'there is no market "rain": see ops markets list' },
  });
  expect({ exitCode, complaints }).toEqual({ exitCode: 1, complaints: ['ops: there is no market "rain": see ops markets list'] });
});

it('a service that does not respond exits with 3', async () => {
  expect((await runWith(['markets', 'pause', 'rain'])).exitCode).toBe(3);
});

it('--json prints the reply and nothing else', async () => {
  const { exitCode, out } = await runWith(['markets', 'pause', 'rain', '--json'], {
    'ops.clob.markets.pause': { ok: true, result: MARKET },
  });
  expect(exitCode).toBe(0);
  expect(JSON.parse(out.join('\n'))).toEqual(MARKET);
});

it('sends the given arguments and no others', async () => {
  const { requests } = await runWith(['markets', 'set', 'rain', '--fee-rate', '0.07', '--fee-exponent', '2', '--tick', '0.001'], {
    'ops.clob.markets.set': { ok: true, result: MARKET },
  });
  expect(requests).toEqual([
    { command: 'ops.clob.markets.set', payload: { market: 'rain', tick: '0.001', feeRate: '0.07', feeExponent: 2 } },
  ]);
});

it('says when a reference had been applied before', async () => {
  const reply = { ok: true, result: { wallet: WALLET, available: '1250.5', locked: '0', applied: false } } as const;
  const { out } = await runWith(['ledger', 'credit', WALLET, '250', '--reference', 'd-1'], { 'ops.clob.ledger.credit': reply });
  expect(out[0]).toBe('nothing moved: the reference "d-1" had been applied before');
  expect(out).toContain('available  1 250.50 USDC');
});

describe('markets list', () => {
  it('names the next page', async () => {
    const { out } = await runWith(['markets', 'list', '--limit', '1'], {
      'ops.clob.markets.list': { ok: true, result: { markets: [MARKET], total: 3 } },
    });
    expect(out).toEqual([
      'STATUS  SLUG         QUESTION                           BID  ASK  TICK  ORDERS',
      'paused  rain-lisbon  Will it rain in Lisbon on Friday?  0.4    -  0.01       3',
      '',
      '1 to 1 of 3; the next page: --offset 1',
    ]);
  });

  it('prints no control characters of the catalog', async () => {
    const hostile = { ...MARKET, question: 'Rain\u001b[2J\n?' };
    const { out } = await runWith(['markets', 'list'], {
      'ops.clob.markets.list': { ok: true, result: { markets: [hostile], total: 1 } },
    });
    expect(out[1]).toContain('Rain [2J ?');
  });
});

describe('doctor', () => {
  const good = {
    ok: true,
    result: { surface: 'clob', checks: [{ name: 'money is conserved', holds: true, detail: '5 = 5' }] },
  } as const;
  const bad = {
    ok: true,
    result: { surface: 'clob', checks: [{ name: 'money is conserved', holds: false, detail: '5 is not 4' }] },
  } as const;

  it('exits with 0 when all checks hold', async () => {
    const { exitCode, out } = await runWith(['doctor'], {
      'ops.clob.doctor': good,
      'ops.gamma.doctor': good,
      'ops.data.doctor': good,
    });
    expect(exitCode).toBe(0);
    expect(out).toContain('✓  money is conserved  5 = 5');
    expect(out.at(-1)).toBe('all 3 checks hold');
  });

  it('exits with 1 when a check fails, and still shows the others', async () => {
    const { exitCode, out } = await runWith(['doctor'], { 'ops.clob.doctor': good, 'ops.gamma.doctor': bad });
    expect(exitCode).toBe(1);
    expect(out).toContain('✗  money is conserved  5 is not 4');
    expect(out.at(-1)).toBe('1 of 2 checks do not hold; 1 of 3 services did not respond');
  });

  it('has a longer default timeout than commands that do not read all data', async () => {
    expect((await runWith(['doctor', '--surface', 'clob'])).timeouts).toEqual([300_000]);
    expect((await runWith(['doctor', '--surface', 'clob', '--timeout', '7'])).timeouts).toEqual([7_000]);
    expect((await runWith(['markets', 'list'])).timeouts).toEqual([15_000]);
  });

  it('exits with 3 when all received checks hold but a service did not respond', async () => {
    expect((await runWith(['doctor'], { 'ops.clob.doctor': good, 'ops.gamma.doctor': good })).exitCode).toBe(3);
  });
});
