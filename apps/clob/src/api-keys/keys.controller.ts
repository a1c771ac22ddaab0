import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  ApiKeyCredentials,
  ApiKeyIds,
  ListApiKeysQuery,
  ListedApiKey,
  RevokeApiKeyQuery,
  RevokedAnswer,
  RevokedKeysAnswer,
} from '@foretell/contracts';
import {
  ApiUnauthorized,
  Caller,
  CallingWallet,
  Credentials,
  KeyCredentialsVerifier,
  L1,
  L2,
  Needs,
  WalletCredentialsVerifier,
  type AuthenticatedCaller,
  type WalletCaller,
} from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import type { Request } from 'express';
import { DIALECT_SHAPES } from '../dialects/dialect-shapes';
import { Refuses, WHEN_WRITING } from '../refuses.decorator';
import { credentialsBody } from './credentials-body';
import { KeysService } from './keys.service';

/** API keys of a wallet. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class KeysController {
  constructor(
    private readonly keys: KeysService,
    private readonly byKey: KeyCredentialsVerifier,
    private readonly byWallet: WalletCredentialsVerifier,
  ) {}

  @Post('api-key')
  @HttpCode(200)
  @L1()
  @ApiOperation({
    operationId: 'createApiKey',
    summary: 'Creates the API key of a wallet and nonce, or answers the one that exists',
  })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({
    400: 'The key of this nonce was revoked: api_key_revoked; the wallet has as many as it may: too_many_keys',
    ...WHEN_WRITING,
  })
  async create(@CallingWallet() wallet: WalletCaller): Promise<ApiKeyCredentials> {
    return credentialsBody(await this.keys.create('trading', wallet.address, wallet.nonce));
  }

  @Get('derive-api-key')
  @L1()
  @ApiOperation({ operationId: 'deriveApiKey', summary: 'The API key of a wallet and nonce, if it was created' })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({ 404: 'Never created, or revoked: api_key_not_found' })
  async derive(@CallingWallet() wallet: WalletCaller): Promise<ApiKeyCredentials> {
    return credentialsBody(await this.keys.existing('trading', wallet.address, wallet.nonce));
  }

  @Get('api-keys')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listApiKeys', summary: 'The caller’s API keys' })
  @Refuses({ 400: 'A parameter is given twice: invalid_query' })
  @ApiExtraModels(ApiKeyIds, ListedApiKey)
  @ApiOkResponse({
    description: 'Ids, to callers of the POLY_ prefix inside an object; with metadata=true records, to all callers',
    schema: {
      anyOf: [
        { type: 'array', items: { type: 'string', format: 'uuid' } },
        { $ref: getSchemaPath(ApiKeyIds) },
        { type: 'array', items: { $ref: getSchemaPath(ListedApiKey) } },
      ],
    },
  })
  async list(
    @Caller() caller: AuthenticatedCaller,
    @Query() query: ListApiKeysQuery,
  ): Promise<readonly string[] | ApiKeyIds | readonly ListedApiKey[]> {
    const all = await this.keys.list('trading', caller.address);
    const shown = query.includeRevoked ? all : all.filter(({ revokedAt }) => revokedAt === null);
    if (query.metadata) {
      return shown.map(({ apiKey, nonce, createdAt, revokedAt }) => ({
        apiKey,
        nonce,
        status: revokedAt === null ? 'active' : 'revoked',
        createdAt: new Date(createdAt).toISOString(),
        revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
      }));
    }
    const ids = shown.map(({ apiKey }) => apiKey);
    return DIALECT_SHAPES[caller.dialect].keyIds(ids);
  }

  /** A wallet whose keys have leaked needs none of them to end them all: its own signature does. */
  @Delete('api-keys')
  @Credentials.l1()
  @Credentials.l2()
  @ApiUnauthorized()
  @ApiOperation({
    operationId: 'revokeAllApiKeys',
    summary: 'Revokes every key of a wallet, of every kind; by the wallet’s own signature or by a key that may revoke keys',
  })
  @ApiOkResponse({ type: RevokedKeysAnswer })
  @Refuses({ 403: 'The key of the L2 headers may not revoke keys: readonly_key, key_permission' })
  async revokeAll(@Req() request: Request): Promise<RevokedKeysAnswer> {
    const { address } = this.byKey.hasKeyHeader(request)
      ? await this.byKey.verifyL2(request, { write: true, needs: 'all' })
      : this.byWallet.verifyL1(request);
    return { revoked: await this.keys.revokeEvery(address) };
  }

  /** Revokes the key of the request, or another one of the same wallet. */
  @Delete('api-key')
  @Header('content-type', 'application/json')
  @L2({ write: true })
  @Needs('all')
  @ApiOperation({ operationId: 'revokeApiKey', summary: 'Revokes the key of the request, or another one of the same wallet' })
  @ApiExtraModels(RevokedAnswer)
  @ApiOkResponse({
    description: 'Callers of the POLY_ prefix get the text OK',
    schema: { oneOf: [{ $ref: getSchemaPath(RevokedAnswer) }, { type: 'string', enum: ['OK'] }] },
  })
  @Refuses({ 400: 'apiKey is given twice: invalid_query', 404: 'The caller has no such key: api_key_not_found' })
  async revoke(
    @Caller() caller: AuthenticatedCaller,
    @Query() { apiKey: other }: RevokeApiKeyQuery,
  ): Promise<RevokedAnswer | string> {
    const apiKey = other ?? caller.apiKey;
    const key = await this.keys.find(apiKey);
    const isOwn = key?.address === caller.address && (key.kind === 'trading' || key.kind === 'scoped');
    if (!isOwn) throw new HttpFailure(404, 'api key not found', 'api_key_not_found');
    const revoked = await this.keys.revoke(apiKey);
    return DIALECT_SHAPES[caller.dialect].revokedKey({ revoked });
  }
}
