import { publishedStatements, type Statement } from '@foretell/testing';
import { listOf, type Fields } from '../reads';
import { isOfType, revealsType } from './shapes';
import type { PublishedSite } from './site';

/** A record that the site returned, with the name of its form. */
interface Sample {
  readonly form: string;
  readonly record: Fields;
}

type Samples = (site: PublishedSite) => Promise<readonly Sample[]>;

const as = (form: string, records: readonly Fields[]): readonly Sample[] => records.map((record) => ({ form, record }));
const inner = (records: readonly Fields[], name: string): readonly Fields[] => records.flatMap((record) => listOf(record[name]));

/** The site's records of each section. */
const SAMPLES: Readonly<Record<string, Samples>> = {
  'Catalog event': async (site) => {
    const listed = await site.list('gamma', '/events?limit=100');
    const single = await Promise.all(listed.map(({ id }) => site.read('gamma', `/events/${String(id)}`)));
    const markets = await site.list('gamma', '/markets?limit=100');
    const market = await site.read('gamma', `/markets/${String(markets[0]?.['id'])}`);
    return [
      ...as('list', listed),
      ...as('single', single),
      ...as('in a series', inner(await site.list('gamma', '/series'), 'events')),
      ...as('in a market', inner([market], 'events')),
      ...as('minimal', inner(markets, 'events')),
    ];
  },
  'Catalog tag': async (site) => as('', inner(await site.list('gamma', '/events?limit=100'), 'tags')),
  'Catalog market': async (site) => {
    const listed = await site.list('gamma', '/markets?limit=100');
    const event = await site.read('gamma', `/events/${String(site.known['gamma /events/{id} id'])}`);
    return [
      ...as('market', listed),
      ...as('market', [await site.read('gamma', `/markets/${String(listed[0]?.['id'])}`)]),
      ...as('in an event', inner([event], 'markets')),
    ];
  },
  'Catalog series': async (site) => as('', await site.list('gamma', '/series')),
  'Trading-surface market record': async (site) => [
    ...as('GET /markets', await site.list('clob', '/markets')),
    ...as('GET /markets/{condition_id}', [await site.read('clob', `/markets/${site.market.conditionId}`)]),
    ...as('GET /sampling-markets', await site.list('clob', '/sampling-markets')),
    ...as('GET /sampling-simplified-markets', await site.list('clob', '/sampling-simplified-markets')),
  ],
  'Order placement item (request of POST /orders; the body is an array of these)': async (site) => as('', [site.order()]),
  'Order placement result item': async (site) => {
    const items = [site.order(), site.order({ isTaking: true }), {}];
    const { body } = await site.ask({ service: 'clob', method: 'POST', path: '/orders', body: items });
    return as('', listOf(body));
  },
  'Live order record (GET /data/orders)': async (site) => as('', await site.list('clob', '/data/orders')),
  'Trade record (GET /data/trades, GET /builder/trades)': async (site) => [
    ...as('', await site.list('clob', '/data/trades')),
    ...as('', await site.list('clob', '/builder/trades')),
  ],
  'Activity item (GET /activity)': async (site) =>
    as('', await site.list('data', `/activity?user=${site.trader.wallet.address}`)),
};

/** Fields without a value here, and why. */
const SILENT: Readonly<Record<string, string>> = {
  'Trading-surface market record: fpmm': 'nothing here is traded by a formula, and the interface has the field',
};

export function hasSamples(section: string): boolean {
  return section in SAMPLES;
}

const asked = new Map<string, Promise<readonly Sample[]>>();

/** Faults of the site's records, by a row that describes fields. */
export async function faultsOfFields(site: PublishedSite, { section, cells }: Statement): Promise<readonly string[]> {
  const samples = asked.get(section) ?? SAMPLES[section]?.(site) ?? Promise.resolve([]);
  asked.set(section, samples);
  const all = await samples;
  const { Field = '', Type = '' } = cells ?? {};
  return Field.split(', ').flatMap((name) => faultsOfField(section, name, Type, all));
}

function faultsOfField(section: string, name: string, type: string, samples: readonly Sample[]): readonly string[] {
  const isIn = formsOf(section, name);
  const faults = samples.flatMap<string>(({ form, record }) => {
    if (!isIn(form)) return name in record ? [`${name} is in ${form}`] : [];
    if (!(name in record)) return [`${name} is missing in ${form}`];
    const value = record[name];
    return value === null || isOfType(value, type) ? [] : [`${name} is ${JSON.stringify(value)}, not ${type}`];
  });
  const isShown = samples.some(({ form, record }) => isIn(form) && revealsType(record[name]));
  const isSilent = `${section}: ${name}` in SILENT;
  if (isShown === isSilent) faults.push(isShown ? `${name} is shown after all` : `no record here shows ${name}`);
  return [...new Set(faults)];
}

/** The forms of a record that contain a field. */
function formsOf(section: string, name: string): (form: string) => boolean {
  if (section === 'Catalog event') return isInEvent(name);
  if (section === 'Catalog market' && name === 'events') return (form) => form === 'market';
  if (section !== 'Trading-surface market record') return () => true;
  const variants = publishedStatements().filter((each) => each.section === section && each.introduction === 'Variants:');
  return (form) => variants.every(({ text }) => allows(text, form, name));
}

function allows(text: string, form: string, name: string): boolean {
  const [, forms = '', verb = '', names = ''] = /^- (.+) items (omit|carry only|carry)(.+)$/.exec(text) ?? [];
  const isMeant = forms
    .replace(/ list$/, '')
    .split(' and ')
    .includes(form);
  if (!isMeant || verb === 'carry') return true;
  return new RegExp(`\\b${name}\\b`).test(names) === (verb === 'carry only');
}

/** By the column "Present in", whose cells refer to each other. */
function isInEvent(name: string): (form: string) => boolean {
  const rows = publishedStatements().filter(({ section, cells }) => section === 'Catalog event' && cells !== null);
  const wordsOf = (index: number): string => {
    const words = rows[index]?.cells?.['Present in'] ?? '';
    if (words === 'same') return wordsOf(index - 1);
    const other = /^same as (\w+)$/.exec(words)?.[1];
    return other === undefined ? words : wordsOf(rows.findIndex(({ cells }) => cells?.['Field'] === other));
  };
  const words = wordsOf(rows.findIndex(({ cells }) => cells?.['Field'] === name));
  const forms = EVENT_FORMS[words];
  if (forms === undefined) throw new Error(`the interface has a form of an event that no code reads: ${words}`);
  return (form) => forms.includes(form);
}

const FULL = ['single', 'in a series', 'in a market'];
const EVENT_FORMS: Readonly<Record<string, readonly string[]>> = {
  'all forms': [...FULL, 'list', 'minimal'],
  all: [...FULL, 'list', 'minimal'],
  'list, single, and when embedded in a series or single market': [...FULL, 'list'],
  'single event, embedded forms': FULL,
  'list and single event': ['list', 'single'],
  'single event only': ['single'],
};
