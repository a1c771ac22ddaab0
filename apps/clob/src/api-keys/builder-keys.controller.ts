import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { Caller, KeyCredentialsVerifier, L2, type AuthenticatedCaller } from '@foretell/platform-auth';
import type { Request } from 'express';
import { KeysService } from './keys.service';

/** Keys that attribute orders to a builder. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class BuilderKeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly verifier: KeyCredentialsVerifier,
  ) {}

  @Post('builder-api-key')
  @HttpCode(200)
  @L2({ write: true })
  async create(@Caller() caller: AuthenticatedCaller): Promise<{ key: string; secret: string; passphrase: string }> {
    const { apiKey, secret, passphrase } = await this.keys.createNext('builder', caller.address);
    return { key: apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
  }

  @Get('builder-api-key')
  @L2({ write: false })
  async list(@Caller() caller: AuthenticatedCaller): Promise<{ key: string; createdAt: string; revokedAt: string | null }[]> {
    const all = await this.keys.list('builder', caller.address);
    return all.map(({ apiKey, createdAt, revokedAt }) => ({
      key: apiKey,
      createdAt: new Date(createdAt).toISOString(),
      revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
    }));
  }

  /** Authenticated by the builder key itself. */
  @Delete('builder-api-key')
  async revoke(@Req() request: Request): Promise<{ revoked: boolean }> {
    const builder = await this.verifier.verifyBuilder(request, { write: true });
    return { revoked: await this.keys.revoke(builder.apiKey) };
  }
}
