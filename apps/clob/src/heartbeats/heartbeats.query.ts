import { writeStatement, type ColumnsOf, type Statement } from '@foretell/platform-prisma';
import type { StoredHeartbeat } from './silence';

/** Begins or renews, or changes nothing: of two heartbeats with the same id one is accepted. */
export const BEAT = writeStatement(
  'beat',
  `INSERT INTO clob.heartbeats AS held (address, heartbeat_id, expires_at) VALUES ($1, $2, $3)
    ON CONFLICT (address) DO UPDATE SET heartbeat_id = excluded.heartbeat_id, expires_at = excluded.expires_at
      WHERE CASE WHEN $4::text IS NULL THEN held.expires_at <= $5 ELSE held.heartbeat_id = $4 END`,
);

const TEXT = 'SELECT address, heartbeat_id AS "heartbeatId" FROM clob.heartbeats';
const COLUMNS: ColumnsOf<StoredHeartbeat> = { address: 'text', heartbeatId: 'text' };
export const BEATS: Statement<StoredHeartbeat> = { name: 'beats', text: TEXT, columns: COLUMNS };
export const BEAT_OF: Statement<StoredHeartbeat> = { name: 'beat-of', text: `${TEXT} WHERE address = $1`, columns: COLUMNS };

export const DELETE_BEAT = writeStatement('delete-beat', 'DELETE FROM clob.heartbeats WHERE address = $1 AND heartbeat_id = $2');
