import { writeStatement } from '@foretell/platform-prisma';

/** Until the end of the transaction: one address's new requests, quotes and accepts are checked and stored one at a time. */
export const LOCK_OFFERS = writeStatement(
  'lock-offers',
  `SELECT FROM pg_advisory_xact_lock(hashtext('rfq offers'), hashtext($1))`,
);
