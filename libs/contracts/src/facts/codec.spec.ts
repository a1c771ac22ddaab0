import fc from 'fast-check';
import { FACT_EXAMPLES } from './fact-examples';
import { decodeMessage, encodeMessage, joinMessages, lastSequence, packMessages, type PackedMessage } from './codec';
import { MESSAGE_BYTES_MAX, MESSAGE_FACTS_MAX, type Fact, type FactMessage, type FactType } from './fact';

const WALLET = '0x00000000000000000000000000000000000000a1';
const MAKER = '0x00000000000000000000000000000000000000b2';
const CONDITION = `0x${'c0'.repeat(32)}`;
const ORDER = `0x${'0a'.repeat(32)}`;
const MAKER_ORDER = `0x${'0b'.repeat(32)}`;
const TRANSACTION = `0x${'7a'.repeat(32)}`;
const ZERO = `0x${'00'.repeat(32)}`;

/** Each example as it stands in a message. Never edit one: facts are append only, a change is a new version with a row of its own. */
const GOLDEN: { readonly [T in FactType]: string } = {
  'order.accepted.v1': `{"type":"order.accepted.v1","at":1767225600123,"orderId":"${ORDER}","wallet":"${WALLET}","conditionId":"${CONDITION}","outcome":0,"side":"BUY","orderType":"GTC","pricePips":6100,"sizeMicros":12000000,"delayed":false}`,
  'order.closed.v1': `{"type":"order.closed.v1","at":1767225600123,"orderId":"${ORDER}","wallet":"${WALLET}","conditionId":"${CONDITION}","reason":"canceled","unfilledMicros":2000000}`,
  'trade.matched.v1': `{"type":"trade.matched.v1","at":1767225600123,"tradeId":"t-1","tradeNumber":1,"transactionHash":"${TRANSACTION}","conditionId":"${CONDITION}","takerOrderId":"${ORDER}","wallet":"${WALLET}","outcome":0,"side":"BUY","sizeMicros":10000000,"usdcMicros":6000000,"feeMicros":1200,"builder":"${ZERO}","fills":[{"kind":"transfer","orderId":"${MAKER_ORDER}","wallet":"${MAKER}","outcome":0,"side":"SELL","pricePips":6000,"sizeMicros":10000000,"usdcMicros":6000000}]}`,
  'position.split.v1': `{"type":"position.split.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","sizeMicros":5000000,"transactionHash":"${TRANSACTION}"}`,
  'position.merged.v1': `{"type":"position.merged.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","sizeMicros":5000000,"transactionHash":"${TRANSACTION}"}`,
  'position.redeemed.v1': `{"type":"position.redeemed.v1","at":1,"wallet":"${WALLET}","conditionId":"${CONDITION}","outcome0Micros":7000000,"outcome1Micros":0,"payoutMicros":7000000,"transactionHash":"${TRANSACTION}"}`,
  'funds.credited.v1': `{"type":"funds.credited.v1","at":1,"wallet":"${WALLET}","amountMicros":100000000}`,
  'funds.debited.v1': `{"type":"funds.debited.v1","at":1,"wallet":"${WALLET}","amountMicros":100000000}`,
  'market.changed.v1': `{"type":"market.changed.v1","at":1,"conditionId":"${CONDITION}","status":"resolved","payoutPips":[10000,0]}`,
  'market.quoted.v1': `{"type":"market.quoted.v1","at":1,"conditionId":"${CONDITION}","bestBidPips":6000,"bestAskPips":null,"lastTradePips":6100}`,
  'catalog.market.v1': `{"type":"catalog.market.v1","marketId":"501","conditionId":"${CONDITION}","questionId":"${ZERO}","question":"Fällt „Ja“? 🙂","slug":"faellt-ja","description":"line\\nbreak","icon":"","image":"","outcomes":["Yes","No"],"tokenIds":["1","2"],"active":true,"closed":false,"archived":false,"acceptingOrders":true,"enableOrderBook":true,"negRisk":false,"negRiskMarketId":"","negRiskRequestId":"","endDate":"2026-12-31T00:00:00Z","gameStartTime":null,"tickPips":100,"minimumSizeMicros":5000000,"secondsDelay":0,"takerFeeBps":0,"rewardsRates":[{"assetAddress":"${WALLET}","dailyRateMicros":1000000}],"rewardsMinSizeMicros":0,"rewardsMaxSpreadPips":300,"event":{"id":"9","slug":"e","title":"E","ticker":"e","description":""},"tags":[{"label":"Politics","slug":"politics"}],"creator":null}`,
};

const bytesOf = (text: string): Buffer => Buffer.from(text, 'utf8');
const rows = Object.values(FACT_EXAMPLES).map((fact) => ({ fact, json: GOLDEN[fact.type] }));

describe('golden bytes of a fact message', () => {
  it.each(rows.map(({ fact, json }) => [fact.type, fact, json] as const))(
    'of %s are written and read as ever',
    (_, fact, json) => {
      const source = fact.type.startsWith('catalog.') ? 'gamma' : 'clob';
      const message: FactMessage = { source, firstSequence: 41, facts: [fact] };
      const golden = bytesOf(`{"source":"${source}","firstSequence":41,"facts":[${json}]}`);
      expect(Buffer.from(encodeMessage(message))).toEqual(golden);
      expect(packMessages(source, 41, [fact]).map(({ bytes }) => Buffer.from(bytes))).toEqual([golden]);
      expect(decodeMessage(golden)).toEqual(message);
    },
  );
});

describe('decodeMessage', () => {
  it('passes a fact type that it does not know', () => {
    const bytes = bytesOf('{"source":"clob","firstSequence":1,"facts":[{"type":"order.accepted.v9"}]}');
    expect(decodeMessage(bytes).facts).toEqual([{ type: 'order.accepted.v9' }]);
  });

  it.each([
    ['no JSON', 'facts'],
    ['null', 'null'],
    ['another source', '{"source":"data","firstSequence":1,"facts":[{"type":"x"}]}'],
    ['no sequence', '{"source":"clob","facts":[{"type":"x"}]}'],
    ['sequence 0', '{"source":"clob","firstSequence":0,"facts":[{"type":"x"}]}'],
    ['a broken sequence', '{"source":"clob","firstSequence":1.5,"facts":[{"type":"x"}]}'],
    [
      'a last sequence past the exact integers',
      '{"source":"clob","firstSequence":9007199254740991,"facts":[{"type":"x"},{"type":"x"}]}',
    ],
    ['no facts', '{"source":"clob","firstSequence":1,"facts":[]}'],
    ['facts that are no list', '{"source":"clob","firstSequence":1,"facts":{"type":"x"}}'],
    ['a fact without a type', '{"source":"clob","firstSequence":1,"facts":[{}]}'],
    ['a fact that is null', '{"source":"clob","firstSequence":1,"facts":[null]}'],
  ])('refuses %s', (_, text) => {
    expect(() => decodeMessage(bytesOf(text))).toThrow(/^not a fact message/);
  });

  it('refuses bytes that are not UTF-8', () => {
    expect(() => decodeMessage(Uint8Array.of(0x22, 0xff, 0x22))).toThrow('not a fact message: the bytes are not UTF-8 JSON');
  });
});

describe('packMessages', () => {
  const quote = (text: string): Fact => ({ ...FACT_EXAMPLES['order.closed.v1'], reason: text });
  const facts = fc.array(
    fc
      .tuple(fc.constantFrom('a', 'ü', '漢', '🙂', '"'), fc.constantFrom(1, 100, 20_000, 200_000))
      .map(([letter, times]) => quote(letter.repeat(times))),
    { maxLength: 30 },
  );

  it('makes nothing of no facts', () => {
    expect(packMessages('clob', 1, [])).toEqual([]);
  });

  it('keeps every fact, in order, under consecutive sequences', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), facts, (firstSequence, given) => {
        const packed = packMessages('clob', firstSequence, given);
        const messages = packed.map(({ bytes }) => decodeMessage(bytes));
        expect(messages.flatMap((message) => message.facts)).toEqual(given);
        let next = firstSequence;
        for (const [index, message] of messages.entries()) {
          expect(message.firstSequence).toBe(next);
          expect(packed[index]).toMatchObject({ firstSequence: next, lastSequence: lastSequence(message) });
          expect(Buffer.from(encodeMessage(message)).equals(packed[index]?.bytes ?? new Uint8Array())).toBe(true);
          next = lastSequence(message) + 1;
        }
        expect(next).toBe(firstSequence + given.length);
      }),
      { numRuns: 40 },
    );
  });

  it('stays within the bytes of a message, whatever the letters, unless one fact alone is larger', () => {
    fc.assert(
      fc.property(facts, (given) => {
        for (const { firstSequence, lastSequence: last, bytes } of packMessages('gamma', 1, given)) {
          if (last > firstSequence) expect(bytes.length).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('fills a message to its limit of facts before it begins another', () => {
    const packed = packMessages(
      'clob',
      1,
      Array.from({ length: 2 * MESSAGE_FACTS_MAX + 1 }, () => quote('')),
    );
    expect(packed.map(({ firstSequence, lastSequence: last }) => last - firstSequence + 1)).toEqual([
      MESSAGE_FACTS_MAX,
      MESSAGE_FACTS_MAX,
      1,
    ]);
  });
});

describe('joinMessages', () => {
  const fact = (text: string): Fact => ({ ...FACT_EXAMPLES['order.closed.v1'], reason: text });
  /** One message for each list of facts, one after the other from `first` on. */
  const messagesOf = (first: number, lists: readonly (readonly Fact[])[]): PackedMessage[] => {
    let next = first;
    return lists.flatMap((facts) => {
      const packed = packMessages('clob', next, facts);
      next += facts.length;
      return packed;
    });
  };

  it('writes what one message of all the facts would be, to the byte', () => {
    const lists = [[fact('a')], [fact('ü"'), fact('漢🙂')], [fact(']}')]];
    const joined = joinMessages('clob', messagesOf(9, lists));
    expect(joined.map(({ bytes }) => Buffer.from(bytes).toString())).toEqual(
      packMessages('clob', 9, lists.flat()).map(({ bytes }) => Buffer.from(bytes).toString()),
    );
    expect(joined).toMatchObject([{ firstSequence: 9, lastSequence: 12 }]);
  });

  it('keeps every fact in order and stays within the bounds of a message, however the facts were packed', () => {
    const text = fc
      .tuple(fc.constantFrom('a', 'ü', '漢', '🙂'), fc.constantFrom(1, 100, 60_000, 200_000))
      .map(([letter, times]) => fact(letter.repeat(times)));
    const small = fc.array(fc.constant(fact('')), { minLength: 1, maxLength: 150 });
    const lists = fc.array(fc.oneof(fc.array(text, { minLength: 1, maxLength: 3 }), small), { maxLength: 12 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), lists, (first, given) => {
        let next = first;
        const messages = messagesOf(first, given);
        const joined = joinMessages('clob', messages);
        expect(joined.length).toBeLessThanOrEqual(messages.length);
        for (const { firstSequence, lastSequence: last, bytes } of joined) {
          const message = decodeMessage(bytes);
          expect([message.firstSequence, lastSequence(message)]).toEqual([firstSequence, last]);
          expect(firstSequence).toBe(next);
          expect(last - firstSequence).toBeLessThan(MESSAGE_FACTS_MAX);
          if (last > firstSequence) expect(bytes.length).toBeLessThanOrEqual(MESSAGE_BYTES_MAX);
          next = last + 1;
        }
        expect(joined.flatMap(({ bytes }) => decodeMessage(bytes).facts)).toEqual(given.flat());
      }),
      { numRuns: 30 },
    );
  });

  it('joins nothing across a hole, and leaves a message alone as it is', () => {
    const [one] = packMessages('clob', 1, [fact('a')]);
    const [three] = packMessages('clob', 3, [fact('b')]);
    if (one === undefined || three === undefined) throw new Error('a fact makes a message');
    expect(joinMessages('clob', [one, three])).toEqual([one, three]);
    expect(joinMessages('clob', [])).toEqual([]);
  });

  it('refuses bytes that are written otherwise', () => {
    const bytes = Buffer.from('{"firstSequence":2,"source":"clob","facts":[]}');
    const [one] = packMessages('clob', 1, [fact('a')]);
    if (one === undefined) throw new Error('a fact makes a message');
    expect(() => joinMessages('clob', [one, { firstSequence: 2, lastSequence: 2, bytes }])).toThrow(/message of fact 2/);
  });
});
