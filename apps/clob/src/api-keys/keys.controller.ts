import { Body, Controller, Delete, Get, Header, HttpCode, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import {
  Caller,
  CallingWallet,
  L1,
  L2,
  type ApiCredentials,
  type AuthenticatedCaller,
  type WalletCaller,
} from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import { KeysService } from './keys.service';

/** What a client keeps: shown once per request of its own wallet, over an authenticated channel, never logged. */
interface CredentialsBody {
  readonly apiKey: string;
  readonly secret: string;
  readonly passphrase: string;
}

/** API keys of a wallet. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Post('api-key')
  @HttpCode(200)
  @L1()
  async create(@CallingWallet() wallet: WalletCaller): Promise<CredentialsBody> {
    return credentialsBody(await this.keys.create('trading', wallet.address, wallet.nonce));
  }

  @Get('derive-api-key')
  @L1()
  async derive(@CallingWallet() wallet: WalletCaller): Promise<CredentialsBody> {
    return credentialsBody(await this.keys.existing('trading', wallet.address, wallet.nonce));
  }

  @Get('api-keys')
  @L2({ write: false })
  async list(@Caller() caller: AuthenticatedCaller, @Query() query: Record<string, string>): Promise<unknown> {
    const all = await this.keys.list('trading', caller.address);
    const shown = query['includeRevoked'] === 'true' ? all : all.filter(({ revokedAt }) => revokedAt === null);
    if (query['metadata'] === 'true') {
      return shown.map(({ apiKey, nonce, createdAt, revokedAt }) => ({
        apiKey,
        nonce,
        status: revokedAt === null ? 'active' : 'revoked',
        createdAt: new Date(createdAt).toISOString(),
        revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
      }));
    }
    const ids = shown.map(({ apiKey }) => apiKey);
    return caller.dialect === 'public' ? { apiKeys: ids } : ids;
  }

  /** Revokes the key of the request, or another one of the same wallet. */
  @Delete('api-key')
  @Header('content-type', 'application/json')
  @L2({ write: true })
  async revoke(
    @Caller() caller: AuthenticatedCaller,
    @Query('apiKey') other: string | undefined,
    @Body() _body: unknown,
  ): Promise<unknown> {
    const apiKey = other ?? caller.apiKey;
    const own = await this.keys.list('trading', caller.address);
    if (!own.some((key) => key.apiKey === apiKey)) throw new HttpFailure(404, 'api key not found', 'api_key_not_found');
    const revoked = await this.keys.revoke(apiKey);
    // A JSON string, which Nest would send bare.
    return caller.dialect === 'public' ? JSON.stringify('OK') : { revoked };
  }
}

function credentialsBody({ apiKey, secret, passphrase }: ApiCredentials): CredentialsBody {
  return { apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
}
