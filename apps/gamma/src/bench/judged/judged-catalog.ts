import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { CatalogBatch } from '@foretell/contracts';
import { families } from './families';
import type { NamedEvent } from './named-event';
import { NAMED_EVENTS } from './named-events';

export type CatalogRows = Pick<CatalogBatch, 'shape' | 'rows'>;

const THOUSAND = 1000;
const FIRST_ID = 5000;
const MARKETS_PER_EVENT = 20;

/**
 * The bench's own events as rows of the public catalog format. Named events are mixed among families, so that age gives no hint.
 */
export function judgedCatalog(): CatalogRows {
  const named = [...NAMED_EVENTS];
  const all = [...families()].flatMap((event): NamedEvent[] => [event, ...named.splice(0, 1)]);
  const tags = new Map<string, number>();
  const rows = [...all, ...named].map((event, index) => rowOf(event, FIRST_ID + index, tags));
  return { shape: 'events', rows: rows.map((row) => ({ place: 'judged', row })) };
}

function rowOf([state, volume24h, volume, title, more = {}]: NamedEvent, id: number, tags: Map<string, number>): object {
  const { questions = [title], tags: labels = [], description = '' } = more;
  const slug = `event-${id}`;
  return {
    id: String(id),
    slug,
    ticker: slug,
    title,
    description,
    closed: state === 'closed',
    volume: volume * THOUSAND,
    volume24hr: volume24h * THOUSAND,
    tags: labels.map((label) => ({ id: String(tagId(label, tags)), label, slug: label.toLowerCase().replaceAll(/\W+/g, '-') })),
    markets: questions.map((question, nth) => ({
      id: String(id * MARKETS_PER_EVENT + nth),
      slug: `${slug}-${nth}`,
      question,
      closed: state === 'closed',
      volumeNum: (volume * THOUSAND) / questions.length,
      volume24hr: (volume24h * THOUSAND) / questions.length,
    })),
  };
}

function tagId(label: string, tags: Map<string, number>): number {
  const id = tags.get(label) ?? tags.size + 1;
  tags.set(label, id);
  return id;
}

/** Reads every file of the public format in a folder: an array of events or markets, or one per line. */
export function* catalogOf(folder: string): Generator<CatalogRows> {
  for (const name of readdirSync(folder).toSorted()) {
    const plain = name.replace(/\.gz$/, '');
    if (!/\.jsonl?$/.test(plain)) continue;
    const bytes = readFileSync(join(folder, name));
    const text = (plain === name ? bytes : gunzipSync(bytes)).toString('utf8');
    const rows: unknown[] = plain.endsWith('l') ? text.split('\n').filter(Boolean).map(parsed) : [parsed(text)].flat();
    const isEvents = rows.some((row) => typeof row === 'object' && row !== null && 'markets' in row);
    yield {
      shape: isEvents ? 'events' : 'markets',
      rows: rows.map((row, index) => ({ place: `${name}, row ${index + 1}`, row })),
    };
  }
}

function parsed(text: string): unknown {
  return JSON.parse(text);
}
