import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { REJECT_REASONS } from '@foretell/exchange';
import { ROOT } from './source-files';

/** Refusals for which the console shows the exchange's own sentence: its pages do not send what they refuse. */
const OWN_SENTENCE = [
  'duplicate_order',
  'unknown_market',
  'market_exists',
  'duplicate_step',
  'resolution_proposed',
  'wrong_stage',
  'another_result',
  'dispute_window_open',
  'same_operator',
  'invalid_terms',
  'post_only_order_type',
  'unknown_order',
  'order_delayed',
  'quote_not_waiting',
  'quote_mismatch',
];

/** The refusals without an entry in a table of the console, which may not import the exchange. */
function missingIn(file: string): readonly string[] {
  const text = readFileSync(join(ROOT, 'apps/console/src/wallet', file), 'utf8');
  return REJECT_REASONS.filter((reason) => !new RegExp(`\\[\\s*'${reason}',`).test(text));
}

it('the console has a sentence for every other refusal of the exchange, and words for its details', () => {
  expect(missingIn('refusal-words.ts')).toEqual(OWN_SENTENCE);
  expect(missingIn('refusal-details.ts').filter((reason) => !OWN_SENTENCE.includes(reason))).toEqual([]);
});
