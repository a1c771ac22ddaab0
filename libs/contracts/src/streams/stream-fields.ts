/** The fields of each stream message that give its position. */
export const SEQUENCE = {
  type: 'integer',
  minimum: 0,
  description:
    'Number of the commit that the message reports, the same on every replica and across restarts. The messages of one commit and ' +
    'one subscription have the same sequence and come one after the other; a client that said `since` gets them in one frame.',
  example: 4_711,
} as const;

/** The lineage of the journal that a sequence belongs to. */
export const LINEAGE = {
  type: String,
  pattern: '^([0-9a-f]{16})?$',
  description:
    'Which history of the record the sequence belongs to. Another one begins when the database is restored or promoted: sequences of ' +
    'one lineage say nothing of those of another',
  example: '9f86d081884c7d65',
} as const;

export const PREVIOUS = {
  type: 'integer',
  minimum: 0,
  description:
    'The sequence before this one of the same subscription: nothing is missing as long as previous <= the last sequence seen. A sequence ' +
    'that was seen already is another message of the same commit, or, with `since`, a message that was seen',
  example: 4_690,
} as const;

export const UNIX_MILLIS_TEXT = {
  type: String,
  pattern: '^[0-9]+$',
  example: '1795262400000',
  description: 'Unix milliseconds, as string',
};
