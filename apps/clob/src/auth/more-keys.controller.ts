import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  API_KEY_STORE,
  Caller,
  KeyCredentialsVerifier,
  L2,
  type ApiKeyKind,
  type ApiKeyRecord,
  type ApiKeyStore,
  type AuthenticatedCaller,
} from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { parseAddress } from '@foretell/signing';
import type { Request } from 'express';
import { Bans } from '../keys/bans.query';
import { KeysService } from './keys.service';

const API_KEY = /^[0-9a-f-]{36}$/;

/** Keys that only read, keys that attribute orders to a builder, and whether the caller may open positions. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class MoreKeysController {
  constructor(
    @Inject(API_KEY_STORE) private readonly store: ApiKeyStore,
    private readonly keys: KeysService,
    private readonly bans: Bans,
    private readonly verifier: KeyCredentialsVerifier,
  ) {}

  @Get('ban-status/closed-only')
  @L2({ write: false })
  async closedOnly(@Caller() caller: AuthenticatedCaller): Promise<{ closed_only: boolean; closedOnly: boolean }> {
    const closedOnly = (await this.bans.of(caller.address)) === 'closed-only';
    return { closed_only: closedOnly, closedOnly };
  }

  /** A read-only key signs like any other, so its secret and passphrase come with it. */
  @Post('readonly-api-key')
  @HttpCode(200)
  @L2({ write: true })
  async createReadonly(@Caller() caller: AuthenticatedCaller): Promise<{ apiKey: string; secret: string; passphrase: string }> {
    const { apiKey, secret, passphrase } = await this.keys.createNext('readonly', caller.address);
    return { apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
  }

  @Get('readonly-api-keys')
  @L2({ write: false })
  async listReadonly(@Caller() caller: AuthenticatedCaller): Promise<string[]> {
    return (await this.good('readonly', caller)).map(({ apiKey }) => apiKey);
  }

  @Delete('readonly-api-key')
  @L2({ write: true })
  async deleteReadonly(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<{ deleted: boolean }> {
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
    if (typeof key !== 'string')
      throw new HttpFailure(400, 'Invalid payload', 'invalid_payload', { expected: '{"key": "<api key>"}' });
    const isOwn = (await this.good('readonly', caller)).some(({ apiKey }) => apiKey === key);
    return { deleted: isOwn && (await this.keys.revoke(key)) };
  }

  @Get('validate-readonly-api-key')
  async validateReadonly(@Query() query: Readonly<Record<string, unknown>>): Promise<{ valid: boolean }> {
    const { address, key } = query;
    const record = typeof key === 'string' && API_KEY.test(key) ? await this.store.find(key) : undefined;
    return { valid: record?.kind === 'readonly' && record.revokedAt === null && record.address === parseAddress(address) };
  }

  @Post('builder-api-key')
  @HttpCode(200)
  @L2({ write: true })
  async createBuilder(@Caller() caller: AuthenticatedCaller): Promise<{ key: string; secret: string; passphrase: string }> {
    const { apiKey, secret, passphrase } = await this.keys.createNext('builder', caller.address);
    return { key: apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
  }

  @Get('builder-api-key')
  @L2({ write: false })
  async listBuilder(
    @Caller() caller: AuthenticatedCaller,
  ): Promise<{ key: string; createdAt: string; revokedAt: string | null }[]> {
    const all = await this.keys.list('builder', caller.address);
    return all.map(({ apiKey, createdAt, revokedAt }) => ({
      key: apiKey,
      createdAt: new Date(createdAt).toISOString(),
      revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
    }));
  }

  /** Authenticated by the builder key itself. */
  @Delete('builder-api-key')
  async deleteBuilder(@Req() request: Request): Promise<{ revoked: boolean }> {
    const builder = await this.verifier.verifyBuilder(request, { write: true });
    return { revoked: await this.keys.revoke(builder.apiKey) };
  }

  private async good(kind: ApiKeyKind, caller: AuthenticatedCaller): Promise<readonly ApiKeyRecord[]> {
    return (await this.keys.list(kind, caller.address)).filter(({ revokedAt }) => revokedAt === null);
  }
}
