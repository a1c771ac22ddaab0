import { ApiProperty } from '@nestjs/swagger';
import { API_KEY, ISO_TIME } from './documented-values';

const SECRET = {
  description: 'Key of the HMAC: 32 bytes as base64url with padding. Shown to its wallet only, never logged',
  example: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=',
};
const PASSPHRASE = { pattern: '^[0-9a-f]{64}$', description: 'Sent with every request of the key', example: '0'.repeat(64) };
const REVOKED_AT = { ...ISO_TIME, nullable: true, description: 'null while the key is not revoked' };

/** The credentials of a key: shown once, on the request of its own wallet, over an authenticated channel. */
export class ApiKeyCredentials {
  @ApiProperty(API_KEY)
  readonly apiKey!: string;
  @ApiProperty(SECRET)
  readonly secret!: string;
  @ApiProperty(PASSPHRASE)
  readonly passphrase!: string;
}

/** The credentials of a builder's key, under the names that public clients read. */
export class BuilderKeyCredentials {
  @ApiProperty(API_KEY)
  readonly key!: string;
  @ApiProperty(SECRET)
  readonly secret!: string;
  @ApiProperty(PASSPHRASE)
  readonly passphrase!: string;
}

/** A key of the wallet, as returned by GET /auth/api-keys?metadata=true. */
export class ListedApiKey {
  @ApiProperty(API_KEY)
  readonly apiKey!: string;
  @ApiProperty({ pattern: '^[0-9]+$', description: 'Nonce from which the key was made', example: '0' })
  readonly nonce!: string;
  @ApiProperty({ enum: ['active', 'revoked'] })
  readonly status!: string;
  @ApiProperty(ISO_TIME)
  readonly createdAt!: string;
  @ApiProperty(REVOKED_AT)
  readonly revokedAt!: string | null;
}

/** The wallet's keys as callers of the POLY_ prefix receive them. */
export class ApiKeyIds {
  @ApiProperty({ type: [String], example: [API_KEY.example] })
  readonly apiKeys!: readonly string[];
}

/** The wallet's read-only keys as callers of the POLY_ prefix receive them. */
export class ReadonlyKeyIds {
  @ApiProperty({ type: [String], example: [API_KEY.example] })
  readonly readonlyApiKeys!: readonly string[];
}

/** A key with a subset of its wallet's rights. */
export class ListedScopedKey {
  @ApiProperty(API_KEY)
  readonly apiKey!: string;
  @ApiProperty({ enum: ['read', 'cancel', 'trade'], description: 'What it may do; each permission includes the previous ones' })
  readonly permission!: string;
  @ApiProperty({ type: [String], description: 'Networks from which it may be used; empty: any', example: ['203.0.113.0/24'] })
  readonly networks!: readonly string[];
  @ApiProperty({ ...ISO_TIME, nullable: true, description: 'When it expires, or null' })
  readonly expiresAt!: string | null;
  @ApiProperty(ISO_TIME)
  readonly createdAt!: string;
  @ApiProperty(REVOKED_AT)
  readonly revokedAt!: string | null;
}

export class RevokedKeysAnswer {
  @ApiProperty({ type: 'integer', minimum: 0, description: 'Number of keys that this request revoked', example: 2 })
  readonly revoked!: number;
}

export class RevokedAnswer {
  @ApiProperty({ description: 'Whether this request revoked a valid key' })
  readonly revoked!: boolean;
}

export class DeletedAnswer {
  @ApiProperty({ description: 'Whether this request revoked the key; false if it is not a valid read-only key of the caller' })
  readonly deleted!: boolean;
}

export class ValidAnswer {
  @ApiProperty({ description: 'Whether the key is a valid read-only key of the address' })
  readonly valid!: boolean;
}

/** Two names of one field: published clients read one or the other. */
export class ClosedOnlyAnswer {
  @ApiProperty({ description: 'Whether the caller may only close positions' })
  readonly closed_only!: boolean;
  @ApiProperty({ description: 'closed_only under its other name' })
  readonly closedOnly!: boolean;
}

export class ListedBuilderKey {
  @ApiProperty(API_KEY)
  readonly key!: string;
  @ApiProperty(ISO_TIME)
  readonly createdAt!: string;
  @ApiProperty(REVOKED_AT)
  readonly revokedAt!: string | null;
}
