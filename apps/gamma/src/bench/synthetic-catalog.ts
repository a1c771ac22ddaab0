import { createHash } from 'node:crypto';

/** A synthetic catalog of any size, deterministic by seed: for benches and for tests that need more than the sample. */
export interface SyntheticSize {
  readonly events: number;
  readonly marketsPerEvent: number;
  readonly tags: number;
}

/** Each in a tenth of all titles, and in a quarter of all events. */
export const FREQUENT_WORDS =
  'election summit harbour rocket bitcoin storm league final budget minister album treaty inflation keynote senate vaccine merger drought trial transfer'.split(
    ' ',
  );
/** Each in a tenth of all titles. */
export const PLACES = 'Norland Veldhaven Lakeside Castleford Meridian Kestrel Orchid Riverside Northgate Milltown'.split(' ');
const SYLLABLES = 'bal cor dun fen gar hol jas kel lom mar nor pel quin ros sel tam ul vor wim zan'.split(' ');
const NAMES = SYLLABLES.length ** 3;
const SITES = ['alpha.example', 'beta.example', 'gamma.example'];
const START_MS = Date.UTC(2026, 0, 1);
const MINUTE_MS = 60_000;

export type SyntheticEvent = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly markets: readonly SyntheticMarket[];
};
export type SyntheticMarket = Readonly<Record<string, unknown>> & { readonly id: string };

export function* syntheticEvents(size: SyntheticSize): Generator<SyntheticEvent> {
  for (let index = 0; index < size.events; index += 1) yield syntheticEvent(index, size);
}

function syntheticEvent(index: number, size: SyntheticSize): SyntheticEvent {
  const [place, word, other] = [PLACES[index % PLACES.length], frequentWord(index * 7), frequentWord(index * 11 + 3)];
  const title = `Will the ${place} ${word} ${index} bring ${rareName(index)} a ${other}?`;
  const slug = slugOf(title);
  const id = String(1000 + index);
  const flags = { active: index % 17 !== 0, closed: index % 3 === 0, archived: index % 29 === 0 };
  // As in a real catalog, a few tags are on very many events and most on few.
  const tags = [0, 1, 2].map((which) => Math.min(size.tags - 1, Math.floor(size.tags * fraction(`${index}/${which}`) ** 3)));
  const site = SITES[index % SITES.length] ?? '';
  const markets = Array.from({ length: size.marketsPerEvent }, (_, nth) =>
    syntheticMarket(index * size.marketsPerEvent + nth, nth, title, site, flags),
  );
  const at = new Date(START_MS + index * MINUTE_MS).toISOString();
  return {
    id,
    ticker: slug,
    slug,
    title,
    description:
      `${title} This market resolves by the first official announcement, and by a consensus of credible reporting where there is none. `.repeat(
        3,
      ),
    resolutionSource: '',
    startDate: at,
    creationDate: at,
    endDate: new Date(START_MS + ((index * 7919) % 500_000) * MINUTE_MS).toISOString(),
    image: `https://images.example.org/${slug}.png`,
    icon: `https://images.example.org/${slug}.png`,
    ...flags,
    createdAt: at,
    updatedAt: at,
    tags: [...new Set(tags)].map((tag) => ({ id: String(tag + 1), label: `${frequentWord(tag)} ${tag}`, slug: `tag-${tag}` })),
    series:
      index % 10 === 0
        ? [{ id: String(((index / 10) % 50) + 1), slug: `series-${(index / 10) % 50}`, title: `Series ${(index / 10) % 50}` }]
        : [],
    markets,
  };
}

function syntheticMarket(number: number, nth: number, title: string, site: string, flags: object): SyntheticMarket {
  const question = `${title.slice(0, -1)} by day ${nth + 1}?`;
  const slug = `${slugOf(question)}-${number}`;
  const at = new Date(START_MS + number * 1000).toISOString();
  return {
    id: String(100_000 + number),
    question,
    conditionId: `0x${hash(`condition ${number}`)}`,
    slug,
    resolutionSource: '',
    startDate: at,
    endDate: new Date(START_MS + ((number * 104_729) % 500_000) * MINUTE_MS).toISOString(),
    image: `https://images.example.org/${slug}.png`,
    icon: `https://images.example.org/${slug}.png`,
    description:
      `${question} This market resolves by the first official announcement, and by a consensus of credible reporting where there is none. `.repeat(
        3,
      ),
    outcomes: '["Yes", "No"]',
    clobTokenIds: JSON.stringify([
      BigInt(`0x${hash(`yes ${number}`)}`).toString(),
      BigInt(`0x${hash(`no ${number}`)}`).toString(),
    ]),
    ...flags,
    createdAt: at,
    updatedAt: at,
    questionID: `0x${hash(`question ${number}`)}`,
    volumeNum: Math.floor(fraction(`volume ${number}`) * 1e6),
    sites: [site],
  };
}

export function frequentWord(index: number): string {
  return FREQUENT_WORDS[index % FREQUENT_WORDS.length] ?? '';
}

/** A synthetic name, in a few titles each. */
export function rareName(index: number): string {
  const number = (index * 1009) % NAMES;
  return [number, Math.floor(number / 20), Math.floor(number / 400)]
    .map((digits) => SYLLABLES[digits % SYLLABLES.length])
    .join('');
}

function slugOf(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A value from 0 up to 1, determined by the text. */
function fraction(text: string): number {
  return createHash('sha256').update(text).digest().readUInt32BE(0) / 2 ** 32;
}
