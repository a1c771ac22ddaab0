/** The fields of each stream message that give its position. */
export const SEQUENCE = {
  type: 'integer',
  minimum: 0,
  description:
    'Number of the commit that the message reports, the same on every replica and across restarts. The messages of one commit and ' +
    'subscription have the same sequence and follow each other; a client that sent `since` gets them in one frame.',
  example: 4_711,
} as const;

/** The lineage of the journal that a sequence belongs to. */
export const LINEAGE = {
  type: String,
  pattern: '^([0-9a-f]{16})?$',
  description:
    'The history that the sequence belongs to. A restore or promotion of the database begins another one: sequences of different ' +
    'lineages cannot be compared',
  example: '9f86d081884c7d65',
} as const;

export const PREVIOUS = {
  type: 'integer',
  minimum: 0,
  description:
    'The previous sequence of the same subscription: nothing is missing while previous <= the last sequence seen. A sequence seen ' +
    'before is another message of the same commit or, with `since`, a repeated message',
  example: 4_690,
} as const;

export const UNIX_MILLIS_TEXT = {
  type: String,
  pattern: '^[0-9]+$',
  example: '1795262400000',
  description: 'Unix milliseconds, as string',
};
