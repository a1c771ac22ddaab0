/** So many words at most are looked at for what one word may have been meant for. */
const CANDIDATES_MAX = 10;

/**
 * A JSON array of {word, candidates}: for each word of an array that no word of the catalog begins with, those that share the
 * most trigrams with it (see SEARCH_SESSIONS for how many are enough). Words hold letters and digits only, so none has a
 * wildcard.
 */
export function candidatesFor(words: string): string {
  return `(SELECT json_agg(json_build_object('word', asked.word, 'candidates', (
      SELECT json_agg(known) FROM (SELECT known.word, public.similarity(known.word, asked.word) FROM gamma.search_words known
        WHERE known.word OPERATOR(public.%) asked.word ORDER BY 2 DESC, 1 LIMIT ${CANDIDATES_MAX}) known)))
    FROM unnest(${words}::text[]) AS asked (word)
    WHERE NOT EXISTS (SELECT FROM gamma.search_words known WHERE known.word LIKE asked.word || '%'))`;
}

/**
 * Whether each title that has the text matches the words, too, by the words that titles have. Most often it is so; then the
 * titles need not be searched for it. It is not so when a word has the asked one inside, is no word for the full text ("the"), or
 * has another stem ("electi" does not begin the stem of "election").
 */
export function areTitlesCovered(wordQueries: string, wordPatterns: string): string {
  const query = `(SELECT to_tsquery('english', asked.query) OFFSET 0)`;
  return `NOT EXISTS (SELECT FROM unnest(${wordQueries}::text[], ${wordPatterns}::text[]) AS asked (query, pattern)
    WHERE numnode(${query}) > 0 AND (asked.pattern IS NULL
      OR EXISTS (SELECT FROM gamma.search_words known WHERE known.word LIKE asked.pattern AND NOT known.lexemes @@ ${query})))`;
}
