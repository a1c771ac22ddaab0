import { Injectable } from '@nestjs/common';
import {
  KEY_PERMISSIONS,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type KeyPermission,
} from '@foretell/platform-auth';
import { PrismaService } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder', 'scoped'];

/** Which API keys exist, in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(private readonly prisma: PrismaService) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const row = await this.prisma.clobApiKey.findUnique({ where: { apiKey } });
    return row === null ? undefined : recordOf(row);
  }

  async insertIfAbsent({ revokedAt: _none, ...key }: ApiKeyRecord): Promise<ApiKeyRecord> {
    await this.prisma.clobApiKey.createMany({ data: key, skipDuplicates: true });
    return this.required(key);
  }

  async replaceRetired({ revokedAt: _none, ...key }: ApiKeyRecord): Promise<ApiKeyRecord> {
    const { kind, address, nonce } = key;
    // Not an update: whoever holds the old key in memory is told of it by its own id.
    await this.prisma.$transaction([
      this.prisma.clobApiKey.deleteMany({ where: { kind, address, nonce, revokedAt: null } }),
      this.prisma.clobApiKey.createMany({ data: key, skipDuplicates: true }),
    ]);
    return this.required(key);
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const row = await this.prisma.clobApiKey.findUnique({ where: { kind_address_nonce: { kind, address, nonce } } });
    return row === null ? undefined : recordOf(row);
  }

  private async required({ kind, address, nonce }: Pick<ApiKeyRecord, 'kind' | 'address' | 'nonce'>): Promise<ApiKeyRecord> {
    const stored = await this.findByAddressNonce(kind, address, nonce);
    if (stored === undefined) throw new Error(`the key of ${address} with the nonce ${nonce} was stored and is not there`);
    return stored;
  }

  async listByAddress(kind: ApiKeyKind, address: Address): Promise<readonly ApiKeyRecord[]> {
    const rows = await this.prisma.clobApiKey.findMany({
      where: { kind, address },
      orderBy: [{ createdAt: 'asc' }, { apiKey: 'asc' }],
    });
    return rows.map(recordOf);
  }

  async revoke(apiKey: string, revokedAt: number): Promise<boolean> {
    const { count } = await this.prisma.clobApiKey.updateMany({ where: { apiKey, revokedAt: null }, data: { revokedAt } });
    return count === 1;
  }
}

/** A row as Prisma reads it, or as the pool does. */
export interface ApiKeyRow {
  readonly apiKey: string;
  readonly address: string;
  readonly kind: string;
  readonly nonce: string;
  readonly masterVersion: number;
  readonly permission: string;
  readonly networks: string;
  readonly expiresAt: bigint | number | null;
  readonly createdAt: bigint | number;
  readonly revokedAt: bigint | number | null;
}

export function recordOf({ createdAt, expiresAt, revokedAt, ...row }: ApiKeyRow): ApiKeyRecord {
  return {
    apiKey: row.apiKey,
    address: addressOf(row.address),
    kind: kindOf(row.kind),
    nonce: row.nonce,
    masterVersion: row.masterVersion,
    permission: permissionOf(row.permission),
    networks: row.networks,
    expiresAt: expiresAt === null ? null : unixMillis(Number(expiresAt)),
    createdAt: unixMillis(Number(createdAt)),
    revokedAt: revokedAt === null ? null : unixMillis(Number(revokedAt)),
  };
}

function permissionOf(text: string): KeyPermission {
  const permission = KEY_PERMISSIONS.find((known) => known === text);
  if (permission === undefined) throw new RangeError(`${text} is no permission of an API key`);
  return permission;
}

function kindOf(text: string): ApiKeyKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`${text} is no kind of API key`);
  return kind;
}
