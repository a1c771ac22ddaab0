import { createHash } from 'node:crypto';
import { FieldFault, type Field, type MadeFile, type Values } from './action';
import { html, type Html } from './html';
import { rowsOf } from './layout';
import { timeText } from '../terminal/figures';

export const EVENT_FIELDS: readonly Field[] = [
  { name: 'title', label: 'Title' },
  { name: 'slug', label: 'Slug', hint: 'lower-case letters, digits and dashes; names the event in addresses' },
  { name: 'end', label: 'End', hint: 'UTC date and time, such as 2026-12-31T12:00Z' },
  { name: 'questions', label: 'Questions', hint: 'one a line, each a market with the outcomes Yes and No', kind: 'lines' },
  { name: 'description', label: 'Rules', hint: 'how each question is decided', kind: 'lines' },
  { name: 'source', label: 'Source of the result', hint: 'a link', isOptional: true },
];

const MARKETS_MAX = 100;
const ID_DIGITS = 13;

interface NewEvent {
  readonly title: string;
  readonly slug: string;
  readonly endDate: string;
  readonly markets: readonly { readonly question: string; readonly slug: string }[];
}

/** The event in the catalog's import format. Its ids derive from the form, so that a repeated form creates no second event. */
export function eventFile(values: Values, form: string): MadeFile {
  const event = eventOf(values);
  const { description = '', source = '' } = values;
  const open = {
    active: true,
    closed: false,
    description,
    endDate: event.endDate,
    ...(source === '' ? {} : { resolutionSource: source }),
  };
  const markets = event.markets.map((market, index) => ({
    id: idOf(form, `market ${index}`),
    ...market,
    ...open,
    conditionId: `0x${digest(form, `condition ${index}`)}`,
    questionID: `0x${digest(form, `question ${index}`)}`,
    outcomes: ['Yes', 'No'],
    clobTokenIds: [0, 1].map((outcome) => BigInt(`0x${digest(form, `token ${index} ${outcome}`)}`).toString()),
    enableOrderBook: true,
    acceptingOrders: true,
  }));
  const row = { id: idOf(form, 'event'), title: event.title, slug: event.slug, ...open, markets };
  return { name: `${event.slug}.json`, text: JSON.stringify([row]) };
}

export function eventPreview(values: Values): Html {
  const { title, slug, endDate, markets } = eventOf(values);
  return html`<p>Nothing is created yet. This is what will be:</p>
    <dl>
      <dt>Title</dt>
      <dd>${title}</dd>
      <dt>Slug</dt>
      <dd>${slug}</dd>
      <dt>End</dt>
      <dd>${endDate}</dd>
      <dt>Rules</dt>
      <dd>${values['description']}</dd>
    </dl>
    ${rowsOf(
      'Markets',
      ['Question', 'Slug', 'Outcomes'],
      markets.map((market) => [market.question, market.slug, 'Yes, No']),
    )}`;
}

/** Throws FieldFault for an invalid value. */
function eventOf({ title = '', slug = '', end = '', questions = '' }: Values): NewEvent {
  if (title === '') throw new FieldFault('title', 'Give the event a title.');
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug))
    throw new FieldFault('slug', 'Use lower-case letters and digits, with single dashes between words.');
  const at = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2})?Z$/.test(end) ? Date.parse(end) : Number.NaN;
  if (Number.isNaN(at)) throw new FieldFault('end', 'Write date and time in UTC, such as 2026-12-31T12:00Z.');
  if (at <= Date.now()) throw new FieldFault('end', 'Choose a time in the future.');
  const asked = questions
    .split(/\r?\n/)
    .map((question) => question.trim())
    .filter((question) => question !== '');
  if (asked.length === 0) throw new FieldFault('questions', 'Write at least one question.');
  if (asked.length > MARKETS_MAX) throw new FieldFault('questions', `Write at most ${MARKETS_MAX} questions.`);
  if (new Set(asked).size < asked.length) throw new FieldFault('questions', 'Each question must be there once.');
  const markets = asked.map((question, index) => ({ question, slug: asked.length === 1 ? slug : `${slug}-${index + 1}` }));
  return { title, slug, endDate: timeText(at), markets };
}

function digest(form: string, part: string): string {
  return createHash('sha256').update(`${form} ${part}`).digest('hex');
}

/** Far above the ids of a source's catalog, which count up from 1. */
function idOf(form: string, part: string): string {
  return `9${(BigInt(`0x${digest(form, part)}`) % 10n ** BigInt(ID_DIGITS)).toString().padStart(ID_DIGITS, '0')}`;
}
