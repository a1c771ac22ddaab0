import type { Pool } from '@foretell/platform-prisma';
import { fold, wordsOf } from '../catalog/fold';
import type { ImportInput } from '../store/import-input';

/** What an index takes in one entry is bounded. Nobody misspells longer words, and their parts are not looked for. */
const WORD_LENGTH_MAX = 300;

/** In order, so that two imports that bring the same new words wait for each other and never in a ring. */
const PUT_WORDS = `INSERT INTO gamma.search_words (word, lexemes)
  SELECT put.word, strip(to_tsvector('english', put.word)) FROM unnest($1::text[]) AS put (word)
  WHERE NOT EXISTS (SELECT FROM gamma.search_words held WHERE held.word = put.word) ORDER BY put.word ON CONFLICT DO NOTHING`;

/**
 * Enters the words of a batch's titles, questions and tag labels, among which a search looks for parts of words and misspellings.
 * Words only come, and one that no title has finds nothing: so they are entered before the batch, by themselves, while the batch
 * before is written.
 */
export async function enterWords(pool: Pool, { events, markets, tags }: ImportInput): Promise<void> {
  const texts = [
    ...events.map(({ title }) => title),
    ...markets.map(({ fields }) => fields.question),
    ...tags.map(({ label }) => label),
  ];
  const words = [...new Set(wordsOf(fold([...new Set(texts)].join('\n'))))].filter((word) => word.length <= WORD_LENGTH_MAX);
  if (words.length > 0) await pool.query({ name: 'put search words', text: PUT_WORDS, values: [words] });
}
