import {
  AmountParam,
  BodyRefusal,
  ConditionIdsParam,
  FlagParam,
  IdParam,
  IntegerParam,
  ItemsOf,
  NamesParam,
  OneOfParam,
  PathTextParam,
  TextParam,
  TextsParam,
  WalletParam,
  paramRules,
} from '@foretell/contracts/params';
import { IsString, validateSync } from 'class-validator';
import * as fc from 'fast-check';
import { HttpFailure } from '../http-failure';
import { textsOf } from './param-texts';
import { readBody } from './read-body';
import { readParams } from './read-params';
import type { RequestFault, RequestRules } from './request-rules';

const WALLET = `0x${'aB'.repeat(20)}`;
const CONDITION = `0x${'Cd'.repeat(32)}`;

/** Instances of EveryKind: the reader that names faults makes one more. */
let made = 0;

class EveryKind {
  constructor() {
    made += 1;
  }

  @TextParam({ description: 'text', required: true, isTrimmed: true }) q!: string;
  @IntegerParam({ description: 'integer', minimum: 1, maximum: 500, fallback: 100 }) limit!: number;
  @IntegerParam({ description: 'canonical', minimum: 0, fallback: 0, isCanonical: true }) offset!: number;
  @IntegerParam({ description: 'unbounded', minimum: 2 }) skip?: number;
  @IdParam({ description: 'id', aliases: ['identity'] }) id?: number;
  @FlagParam({ description: 'flag' }) closed?: boolean;
  @TextsParam({ description: 'texts', aliases: ['slugs'] }) slug?: readonly string[];
  @OneOfParam({ description: 'one', names: ['ASC', 'DESC'], fallback: 'DESC' }) direction!: string;
  @NamesParam({ description: 'names', names: ['id', 'title'], fallback: ['id'], refusal: { message: 'invalid order field' } })
  order!: readonly string[];
  @WalletParam({ description: 'wallet', fallback: null }) user!: string | null;
  @ConditionIdsParam({ description: 'conditions', fallback: null }) market!: readonly string[] | null;
  @AmountParam({ description: 'amount', fallback: 1_000_000 }) minimum!: number;
  @PathTextParam({ description: 'text of a path' }) name!: string | null;
}

const faults: RequestFault[] = [];
function rules(strictness: Partial<RequestRules> = {}): RequestRules {
  return {
    unknownParameters: 'refused',
    emptyTexts: 'absent',
    refuse: (fault) => {
      faults.push(fault);
      return new HttpFailure(400, fault.faults.join('; '), fault.code ?? fault.kind);
    },
    ...strictness,
  };
}

const read = (given: Record<string, unknown>, strictness: Partial<RequestRules> = {}): EveryKind =>
  readParams(EveryKind, 'query', { q: 'x', name: 'n', ...given }, rules(strictness));

describe('the reader of queries and paths', () => {
  it('returns defaults for absent parameters, in the order of the class, for any order of the request', () => {
    expect(JSON.stringify(read({}))).toBe(
      '{"q":"x","limit":100,"offset":0,"direction":"DESC","order":["id"],"user":null,"market":null,"minimum":1000000,"name":"n"}',
    );
    expect(JSON.stringify(read({ user: WALLET, limit: '7' }))).toBe(JSON.stringify(read({ limit: '7', user: WALLET })));
  });

  it.each([
    ['limit', '500', 500],
    ['limit', '007', 7],
    ['skip', '999999999999999', 999_999_999_999_999],
    ['skip', '1000000000000000', 999_999_999_999_999],
    ['skip', '9'.repeat(400), 999_999_999_999_999],
    ['id', '42', 42],
    ['id', '9007199254740991', 9_007_199_254_740_991],
    ['id', '9007199254740992', -1],
    ['id', '9'.repeat(20), -1],
    ['closed', 'false', false],
    ['slug', ['b', 'a', 'b'], ['a', 'b']],
    ['slug', 'a', ['a']],
    ['order', 'title, id', ['title', 'id']],
    ['user', WALLET, WALLET.toLowerCase()],
    ['market', `${CONDITION},${CONDITION}`, [CONDITION.toLowerCase()]],
    ['minimum', '0.000001', 1],
    ['minimum', '12.5', 12_500_000],
    ['minimum', '1000000000', 1_000_000_000_000_000],
    ['minimum', '1e9', 1_000_000_000_000_000],
    ['minimum', '2.5E-1', 250_000],
    ['minimum', '1000e-9', 1],
    ['minimum', '0.1e+1', 1_000_000],
    ['minimum', '0e50', 0],
    ['name', 'a\0b', null],
  ])('reads %s=%p', (name, given, value) => {
    expect(read({ [name]: given })).toMatchObject({ [name]: value });
  });

  it('reads a name and its aliases as one parameter', () => {
    expect(read({ identity: '7' })).toMatchObject({ id: 7 });
    expect(read({ identity: '7', id: '7' })).toMatchObject({ id: 7 });
    expect(read({ slug: 'b', slugs: ['a'] })).toMatchObject({ slug: ['a', 'b'] });
    expect(() => read({ identity: '7', id: '8' })).toThrow('id must be given once');
  });

  it.each([
    ['limit', '0', 'limit must be between 1 and 500'],
    ['limit', '501', 'limit must be between 1 and 500'],
    ['limit', '1e2', 'limit must be between 1 and 500'],
    ['offset', '-1', 'offset must be greater than or equal to 0'],
    ['offset', '00', 'offset must be greater than or equal to 0'],
    ['limit', '9'.repeat(400), 'limit must be between 1 and 500'],
    ['skip', '1', 'skip must be greater than or equal to 2'],
    ['id', 'abc', 'id must be an integer'],
    ['id', '-1', 'id must be an integer'],
    ['closed', 'yes', 'closed must be true or false'],
    ['slug', 'a\0', 'slug must not contain U+0000'],
    ['q', 'a'.repeat(601), 'q must be at most 600 characters long'],
    ['direction', 'UP', 'direction must be one of ASC, DESC'],
    ['order', 'price', 'invalid order field'],
    ['user', '0x12', 'user must be an address, 0x and 40 hex digits'],
    ['market', '0x12', 'market must be condition ids separated by commas, at most 100'],
    ['market', Array(101).fill(CONDITION).join(','), 'market must be condition ids separated by commas, at most 100'],
    ['minimum', '0.0000001', 'minimum must be a decimal number with at most six decimals'],
    ['minimum', '1e10', 'minimum must be a decimal number with at most six decimals'],
    ['minimum', '1e-7', 'minimum must be a decimal number with at most six decimals'],
    ['minimum', '1e', 'minimum must be a decimal number with at most six decimals'],
    ['minimum', '1000000000.000001', 'minimum must be a decimal number with at most six decimals'],
    ['limit', ['1', '2'], 'limit must be given once'],
    ['other', '1', 'unknown parameter: other'],
    ['__proto__x', '1', 'unknown parameter: __proto__x'],
  ])('refuses %s=%p', (name, given, sentence) => {
    expect(() => read({ [name]: given })).toThrow(sentence);
  });

  it('reports to the service which parameter is at fault, and how', () => {
    faults.length = 0;
    for (const given of [{ other: '1' }, { q: ' ' }, { limit: ['1', '2'] }, { limit: 'x' }, { order: 'x' }]) {
      expect(() => read(given)).toThrow(HttpFailure);
    }
    expect(faults.map(({ kind, field, isWorded }) => [kind, field, isWorded])).toEqual([
      ['unknown', 'other', false],
      ['missing', 'q', false],
      ['repeated', 'limit', false],
      ['invalid', 'limit', false],
      ['invalid', 'order', true],
    ]);
  });

  it('is as strict as the service: ignores unknown parameters, accepts empty texts as values', () => {
    expect(read({ other: '1' }, { unknownParameters: 'ignored' })).toMatchObject({ limit: 100 });
    expect(read({ slug: '' })).not.toHaveProperty('slug', ['']);
    expect(() => read({ slug: '' }, { emptyTexts: 'values' })).toThrow('slug must not be empty');
  });
});

class Item {
  @IsString({ message: 'token_id must be text' }) token_id!: string;
}
@BodyRefusal({ message: 'Invalid payload', code: 'invalid_payload' })
@ItemsOf(() => Item, { maximum: 2, tooMany: { message: 'Payload exceeds the limit', code: 'payload_exceeds_limit' } })
class Items extends Array<Item> {}

/** The same with the library alone, rule by rule, to compare with the compiled reader. */
function referenceOf(source: 'query' | 'path', given: Record<string, unknown>, chosen: RequestRules): EveryKind {
  const params = [...paramRules(EveryKind.prototype)];
  const names = new Set(params.flatMap(([name, { aliases }]) => [name, ...aliases]));
  const unknown = Object.keys(given).find((name) => !names.has(name));
  if (source === 'query' && chosen.unknownParameters === 'refused' && unknown !== undefined)
    throw new HttpFailure(400, `unknown parameter: ${unknown.slice(0, 60)}`, 'unknown');
  const texts = new Map(params.map(([name, rule]) => [name, textsOf(name, rule, given, chosen)]));
  for (const [name, { isRequired }] of params)
    if (isRequired && texts.get(name)?.length === 0) throw new HttpFailure(400, `${name} is required`, 'missing');
  const value = new EveryKind();
  for (const [name, rule] of params) {
    const [first, ...others] = texts.get(name) ?? [];
    if (first === undefined) continue;
    const isOne = others.every((other) => chosen.refusesSameTwice !== true && other === first);
    if (!rule.isRepeatable && !isOne) throw new HttpFailure(400, `${name} must be given once`, 'repeated');
    Reflect.set(value, name, rule.read(rule.isRepeatable ? [first, ...others] : first));
  }
  const [error] = validateSync(value, { stopAtFirstError: true });
  if (error !== undefined) throw new HttpFailure(400, Object.values(error.constraints ?? {})[0] ?? '', 'invalid');
  for (const [name, { fallback }] of params)
    if (Reflect.get(value, name) === undefined && fallback !== undefined) Reflect.set(value, name, fallback);
  return value;
}

describe('the two readers of parameters', () => {
  const VALUES = [
    ...['', ' ', 'x', ' x ', '0', '1', '007', '500', '501', '-1', '1.5', 'true', 'false', 'ASC', 'DESC', 'asc', 'id', 'id,title'],
    ...['title,other', WALLET, CONDITION, `${CONDITION},${CONDITION}`, '\0', 'x'.repeat(700), '1e3', '__proto__', '1000000.5'],
  ];
  const NAMES = [...paramRules(EveryKind.prototype).keys(), 'identity', 'slugs', 'other', 'constructor', '__proto__'];
  const value = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
    fc.array(fc.constantFrom(...VALUES), { maxLength: 3 }),
  );
  const given = fc.array(fc.tuple(fc.constantFrom(...NAMES), value), { maxLength: 4 }).map((pairs) => {
    // As querystring returns it: without a prototype.
    const query = Object.assign(Object.create(null) as Record<string, unknown>, { q: 'x', name: 'n' });
    for (const [name, each] of pairs) query[name] = each;
    return query;
  });
  const strictness = fc.record({
    unknownParameters: fc.constantFrom('refused' as const, 'ignored' as const),
    emptyTexts: fc.constantFrom('absent' as const, 'values' as const),
    refusesSameTwice: fc.constantFrom(true as const, undefined),
  });
  const attempt = (way: () => unknown): string => {
    try {
      return JSON.stringify(way());
    } catch (refusal) {
      return `refused: ${String(refusal)}`;
    }
  };

  it('return the same value, or refuse in the same words', () => {
    let taken = 0;
    fc.assert(
      fc.property(given, strictness, fc.constantFrom('query' as const, 'path' as const), (query, strict, source) => {
        const { refusesSameTwice, ...others } = strict;
        const chosen = rules({ ...others, ...(refusesSameTwice === undefined ? {} : { refusesSameTwice }) });
        const slow = attempt(() => referenceOf(source, query, chosen));
        made = 0;
        expect(attempt(() => readParams(EveryKind, source, query, chosen))).toBe(slow);
        if (slow.startsWith('refused')) return;
        taken += 1;
        expect(made).toBe(1);
        expect(readParams(EveryKind, source, query, chosen)).toBeInstanceOf(EveryKind);
      }),
      { numRuns: 2_000 },
    );
    expect(taken).toBeGreaterThan(100);
  });

  it('leave no valid input to the slow one', () => {
    made = 0;
    expect(read({ limit: '7', slug: ['a', 'b'] })).toMatchObject({ limit: 7, slug: ['a', 'b'] });
    expect(made).toBe(1);
    expect(() => read({ limit: 'x' })).toThrow();
    expect(made).toBeGreaterThan(2);
  });
});

describe('the reader of bodies', () => {
  it('parses an object into its class and drops other fields', () => {
    expect(readBody(Item, { token_id: '1', other: 2 }, rules())).toEqual({ token_id: '1' });
  });

  it.each([[null], ['text'], [7], [[]], [{ token_id: null }], [{ token_id: 7 }], [undefined]])('refuses %p', (body) => {
    expect(() => readBody(Item, body, rules())).toThrow(HttpFailure);
  });

  it('parses an array item by item, up to a maximum, in the words of its class', () => {
    expect([...readBody(Items, [{ token_id: '1' }, { token_id: '2' }], rules())]).toEqual([{ token_id: '1' }, { token_id: '2' }]);
    expect(() => readBody(Items, [{ token_id: 1 }], rules())).toThrow('Invalid payload');
    expect(() => readBody(Items, {}, rules())).toThrow('Invalid payload');
    expect(() => readBody(Items, [{}, {}, {}], rules())).toThrow('Payload exceeds the limit');
  });
});
