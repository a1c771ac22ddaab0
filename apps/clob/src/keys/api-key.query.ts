import type { ApiKeyRecord } from '@foretell/platform-auth';
import { writeStatement, type ColumnsOf, type Statement } from '@foretell/platform-prisma';

type Checked = 'address' | 'kind' | 'permission';

/** A key as it is stored: its names are not checked yet. */
export type ApiKeyRow = Omit<ApiKeyRecord, Checked> & Readonly<Record<Checked, string>>;

const COLUMNS = `api_key AS "apiKey", address, kind, nonce, master_version AS "masterVersion", permission, networks, parent,
  expires_at AS "expiresAt", created_at AS "createdAt", revoked_at AS "revokedAt"`;

/** Of all keys. */
export const ALL_API_KEYS = `SELECT ${COLUMNS} FROM clob.api_keys`;

export const INSERT_API_KEY = `INSERT INTO clob.api_keys
  (kind, address, nonce, api_key, master_version, permission, networks, expires_at, created_at, parent)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT DO NOTHING`;
/** Until the end of the transaction: one address's new keys are counted and stored one at a time. */
export const LOCK_KEYS = writeStatement('lock-keys', `SELECT FROM pg_advisory_xact_lock(hashtext('api keys'), hashtext($1))`);
/** Held until the end of the transaction: a revocation of the parent waits, and then finds the child. */
export const GOOD_PARENT = 'SELECT FROM clob.api_keys WHERE api_key = $1 AND revoked_at IS NULL FOR SHARE';
/** By the unique index of kind, address and nonce. */
const OF_HOLDER = 'kind = ANY($1) AND address = $2';
export const REVOKE_TREE = `WITH RECURSIVE tree AS (
    SELECT api_key FROM clob.api_keys WHERE api_key = $4
    UNION SELECT k.api_key FROM clob.api_keys k JOIN tree ON k.parent = tree.api_key WHERE ${OF_HOLDER})
  UPDATE clob.api_keys SET revoked_at = $3 WHERE api_key IN (SELECT api_key FROM tree) AND revoked_at IS NULL
  RETURNING api_key AS "apiKey"`;
export const REVOKE_ALL = `UPDATE clob.api_keys SET revoked_at = $3 WHERE ${OF_HOLDER} AND revoked_at IS NULL RETURNING api_key AS "apiKey"`;

const COUNTED = '(created_at >= $4 OR (revoked_at IS NULL AND (expires_at IS NULL OR expires_at > $3)))';
const COUNT_OF = 'SELECT count(*)::int4 AS made FROM clob.api_keys WHERE kind = $1 AND address = $2';
export const DELETE_RETIRED = `DELETE FROM clob.api_keys WHERE kind = $1 AND address = $2 AND nonce = $3 AND revoked_at IS NULL`;

const TYPES: ColumnsOf<ApiKeyRow> = {
  apiKey: 'text',
  address: 'text',
  kind: 'text',
  nonce: 'text',
  masterVersion: 'integer',
  permission: 'text',
  networks: 'text',
  parent: 'text',
  expiresAt: 'bigint',
  createdAt: 'bigint',
  revokedAt: 'bigint',
};
const keys = (name: string, text: string): Statement<ApiKeyRow> => ({ name, text, columns: TYPES });
export const API_KEY: Statement<ApiKeyRow> = keys('api-key', `${ALL_API_KEYS} WHERE api_key = $1`);
export const API_KEY_OF_NONCE: Statement<ApiKeyRow> = keys(
  'api-key-of-nonce',
  `${ALL_API_KEYS} WHERE kind = $1 AND address = $2 AND nonce = $3`,
);
export const API_KEYS_OF: Statement<ApiKeyRow> = keys(
  'api-keys-of',
  `${ALL_API_KEYS} WHERE kind = $1 AND address = $2 ORDER BY created_at, api_key`,
);

type Made = Readonly<Record<'made', number>>;
export const COUNT_API_KEYS: Statement<Made> = { name: 'count-api-keys', text: COUNT_OF, columns: { made: 'integer' } };
export const COUNT_GOOD_API_KEYS: Statement<Made> = {
  name: 'count-good-api-keys',
  text: `${COUNT_OF} AND ${COUNTED}`,
  columns: { made: 'integer' },
};
export const FORGET_API_KEYS: Statement<Readonly<Record<'apiKey', string>>> = {
  name: 'forget-api-keys',
  text: `DELETE FROM clob.api_keys WHERE api_key IN (
    SELECT api_key FROM clob.api_keys WHERE kind = $1 AND address = $2 AND NOT ${COUNTED}
    ORDER BY created_at DESC, api_key OFFSET $5)
  RETURNING api_key AS "apiKey"`,
  columns: { apiKey: 'text' },
};
