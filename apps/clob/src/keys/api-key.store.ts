import { Injectable } from '@nestjs/common';
import type { ApiKeyKind, ApiKeyRecord, ApiKeyStore } from '@foretell/platform-auth';
import { PrismaService } from '@foretell/platform-prisma';
import { address as addressOf, type Address } from '@foretell/signing';
import { unixMillis } from '@foretell/units';

const KINDS: readonly ApiKeyKind[] = ['trading', 'readonly', 'builder'];

/** Which API keys exist, in PostgreSQL. No secret is stored: credentials are derived from the master key. */
@Injectable()
export class PostgresApiKeyStore implements ApiKeyStore {
  constructor(private readonly prisma: PrismaService) {}

  async find(apiKey: string): Promise<ApiKeyRecord | undefined> {
    const row = await this.prisma.clobApiKey.findUnique({ where: { apiKey } });
    return row === null ? undefined : recordOf(row);
  }

  async insertIfAbsent({ apiKey, address, kind, nonce, createdAt }: ApiKeyRecord): Promise<ApiKeyRecord> {
    await this.prisma.clobApiKey.createMany({ data: { apiKey, address, kind, nonce, createdAt }, skipDuplicates: true });
    const stored = await this.find(apiKey);
    if (stored === undefined)
      throw new Error(`another key than ${apiKey} holds the nonce ${nonce} of ${address}: was the master key changed?`);
    return stored;
  }

  async findByAddressNonce(kind: ApiKeyKind, address: Address, nonce: string): Promise<ApiKeyRecord | undefined> {
    const row = await this.prisma.clobApiKey.findUnique({ where: { kind_address_nonce: { kind, address, nonce } } });
    return row === null ? undefined : recordOf(row);
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
  readonly createdAt: bigint | number;
  readonly revokedAt: bigint | number | null;
}

export function recordOf({ apiKey, address, kind, nonce, createdAt, revokedAt }: ApiKeyRow): ApiKeyRecord {
  return {
    apiKey,
    address: addressOf(address),
    kind: kindOf(kind),
    nonce,
    createdAt: unixMillis(Number(createdAt)),
    revokedAt: revokedAt === null ? null : unixMillis(Number(revokedAt)),
  };
}

function kindOf(text: string): ApiKeyKind {
  const kind = KINDS.find((known) => known === text);
  if (kind === undefined) throw new RangeError(`${text} is no kind of API key`);
  return kind;
}
