import { sizeMicros, usdcMicros, pricePips, unixMillis } from '@foretell/units';
import type { Settled, Submission } from '../submission';
import { decodeCommands, encodeCommands } from './command.codec';
import { decodeReply, encodeReply, REPLIES, type Reply } from './receipt.codec';

const ID = `0x${'1f'.repeat(32)}`;
const CONDITION = `0x${'c4'.repeat(32)}`;
const WALLET = `0x${'ab'.repeat(20)}`;

const SUBMISSIONS: readonly Submission[] = [
  {
    command: {
      type: 'placeOrder',
      orderId: ID,
      wallet: WALLET,
      conditionId: CONDITION,
      outcome: 1,
      side: 'SELL',
      orderType: 'GTD',
      pricePips: pricePips(4_200),
      sizeMicros: sizeMicros(9_007_199_254_740_000),
      budgetMicros: null,
      flags: 1,
      expiresAt: unixMillis(1_800_000_000_000),
    },
    attachment: { kind: 'order', owner: 'a-key', builder: ID, signed: Buffer.from([0, 255, 7]), signedAt: 1_800_000_000_000 },
  },
  {
    command: {
      type: 'placeOrder',
      orderId: ID,
      wallet: WALLET,
      conditionId: CONDITION,
      outcome: 0,
      side: 'BUY',
      orderType: 'FOK',
      pricePips: pricePips(1),
      sizeMicros: sizeMicros(0),
      budgetMicros: usdcMicros(0),
      flags: 0,
      expiresAt: null,
    },
    attachment: { kind: 'order', owner: 'a-key', builder: ID, signed: Buffer.alloc(0), signedAt: null },
  },
  {
    command: {
      type: 'placeOrder',
      orderId: ID,
      wallet: WALLET,
      conditionId: CONDITION,
      outcome: 0,
      side: 'BUY',
      orderType: 'GTC',
      pricePips: pricePips(4_200),
      sizeMicros: sizeMicros(5),
      budgetMicros: null,
      flags: 2,
      expiresAt: null,
      counterOrderId: CONDITION,
    },
    attachment: { kind: 'order', owner: 'a-key', builder: ID, signed: Buffer.from([1]), signedAt: null },
  },
  { command: { type: 'cancelOrder', orderId: 'whatever a caller sent', wallet: WALLET } },
  { command: { type: 'cancelOrder', orderId: ID, wallet: WALLET, withDelayed: true } },
  { command: { type: 'cancelOrders', wallet: WALLET, conditionId: null, outcome: null } },
  { command: { type: 'cancelOrders', wallet: WALLET, conditionId: 'no such', outcome: 0 } },
  {
    command: { type: 'credit', wallet: WALLET, amountMicros: usdcMicros(10_000_000_000) },
    attachment: { kind: 'ledger', reference: 'sandbox:é' },
  },
  { command: { type: 'splitPosition', wallet: WALLET, conditionId: CONDITION, sizeMicros: sizeMicros(5) } },
  {
    command: { type: 'mergePosition', wallet: WALLET, conditionId: CONDITION, sizeMicros: sizeMicros(6) },
    attachment: { kind: 'ledger', reference: 'mine' },
  },
];

const SETTLED: readonly Settled[] = [
  {
    type: 'placed',
    orderId: ID,
    status: 'matched',
    filledMicros: sizeMicros(1),
    filledUsdcMicros: usdcMicros(2),
    feeMicros: usdcMicros(3),
    tradeNumber: 4,
    selfTradeOrderIds: [CONDITION, ID],
    tradedAt: 1_795_262_400_123,
  },
  {
    type: 'placed',
    orderId: ID,
    status: 'live',
    filledMicros: sizeMicros(0),
    filledUsdcMicros: usdcMicros(0),
    feeMicros: usdcMicros(0),
    tradeNumber: null,
    selfTradeOrderIds: [],
  },
  { type: 'canceled', orderIds: [ID, CONDITION], delayedOrderIds: [CONDITION] },
  { type: 'done' },
  { type: 'rejected', reason: 'not_enough_balance', details: { haveMicros: 0, orderId: ID, status: null } },
  { type: 'barred', reason: 'closed_only', details: { address: WALLET } },
  { type: 'known', id: ID },
];

describe('messages between replicas', () => {
  it('decode to what was encoded, every command and its attachments', () => {
    expect(decodeCommands(encodeCommands(SUBMISSIONS))).toEqual(SUBMISSIONS);
    expect(decodeCommands(encodeCommands([]))).toEqual([]);
  });

  it('decode to what was encoded, every outcome', () => {
    const backlog = { workMillis: 48, ageMillis: 7 };
    const receipt: Reply = { kind: 'receipt', receipt: { commitNumber: 123_456_789_012, settled: SETTLED } };
    const replies: readonly Reply[] = [receipt, { kind: 'busy' }, { kind: 'away' }, { kind: 'unknown' }];
    for (const reply of replies)
      for (const elapsedMillis of [0, 86_400_123])
        for (const newcomerMillis of [0, 7]) {
          const routed = { reply, backlog, newcomerMillis, elapsedMillis };
          expect(decodeReply(encodeReply(routed))).toEqual(routed);
        }
  });

  it('is answered in the newest version that the requester reads, also when a release adds one', () => {
    const reply: Reply = { kind: 'receipt', receipt: { commitNumber: 1, settled: SETTLED } };
    const routed = { reply, backlog: { workMillis: 48, ageMillis: 7 }, newcomerMillis: 3, elapsedMillis: 9 };
    expect(['', 'x', undefined, '1', '4', '5', '6'].map((header) => REPLIES.upTo(Number(header)))).toEqual([5, 5, 5, 5, 5, 5, 5]);
    // A version for this test only.
    const next = REPLIES.with(6, {
      write: (value, to) => to.text('prefix').raw(encodeReply(value)),
      read: (from) => {
        expect(from.text()).toBe('prefix');
        return decodeReply(from.raw());
      },
    });
    expect(['', '4', '5', '6', '7'].map((header) => next.upTo(Number(header)))).toEqual([5, 5, 5, 6, 6]);
    for (const asked of [5, 6]) expect(next.decode(next.encode(routed, next.upTo(asked)))).toEqual(routed);
    expect(decodeReply(next.encode(routed, next.upTo(5)))).toEqual(routed);
    expect(() => decodeReply(next.encode(routed))).toThrow('this release reads version 5 of replies, not version 6');
    for (const other of [4, 6])
      expect(() => decodeReply(Buffer.from([other, ...encodeReply(routed).subarray(1)]))).toThrow(`not version ${other}`);
  });

  it('are refused in another version, truncated, or too long', () => {
    const bytes = encodeCommands(SUBMISSIONS);
    expect(() => decodeCommands(Buffer.from([9, ...bytes.subarray(1)]))).toThrow(
      'this release reads version 1 of forwarded commands, not version 9',
    );
    for (let length = 0; length < bytes.length; length += 1) expect(() => decodeCommands(bytes.subarray(0, length))).toThrow();
    expect(() => decodeCommands(Buffer.concat([bytes, Buffer.from([0])]))).toThrow('1 bytes are left over');
    const receipt: Reply = { kind: 'receipt', receipt: { commitNumber: 1, settled: SETTLED } };
    const reply = encodeReply({
      reply: receipt,
      backlog: { workMillis: 0, ageMillis: 0 },
      newcomerMillis: 5,
      elapsedMillis: 300,
    });
    for (let length = 0; length < reply.length; length += 1) expect(() => decodeReply(reply.subarray(0, length))).toThrow();
  });

  it('are refused with an order flag of a later release', () => {
    const orders = SUBMISSIONS.flatMap(({ command }) => (command.type === 'placeOrder' ? [command] : []));
    const later = orders.map((command) => ({ command: { ...command, flags: 4 } }));
    expect(later).not.toEqual([]);
    expect(() => decodeCommands(encodeCommands(later))).toThrow('an order has flags that this release does not know: 4');
  });

  it("carry no command that only the writer's process may submit", () => {
    expect(() => encodeCommands([{ command: { type: 'pauseMarket', conditionId: CONDITION } }])).toThrow('only the writer');
    const scope = { wallet: WALLET, conditionId: null, outcome: null } as const;
    for (const more of [{ side: 'BUY' }, { withDelayed: true }] as const)
      expect(() => encodeCommands([{ command: { type: 'cancelOrders', ...scope, ...more } }])).toThrow('only the writer');
  });
});
