import { Controller, Delete, Get, Header, HttpCode, Post, Query, Req } from '@nestjs/common';
import { ApiExtraModels, ApiHeader, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
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
  KeyPermissionFailure,
  L1,
  L2,
  Needs,
  ReadonlyKeyFailure,
  WalletCredentialsVerifier,
  type AuthenticatedCaller,
  permits,
  type WalletCaller,
} from '@foretell/platform-auth';
import { HttpFailure } from '@foretell/platform-server';
import type { Request } from 'express';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
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
    summary: 'Creates the API key of a wallet and nonce, or returns the existing one',
  })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({
    400: 'The key of this nonce was revoked: api_key_revoked; the wallet has the maximum number of keys: too_many_keys',
    ...WHEN_WRITING,
  })
  async create(@CallingWallet() wallet: WalletCaller): Promise<ApiKeyCredentials> {
    return credentialsBody(await this.keys.create('trading', wallet.address, wallet.nonce));
  }

  @Post('session-key')
  @HttpCode(200)
  @Credentials.l1()
  @ApiUnauthorized()
  @ApiOperation({
    operationId: 'createSessionKey',
    summary: 'Creates a key that may trade until a time that the wallet signs',
    description:
      'The L1 statement has auth.session_message of GET /exchange as its message, and as its nonce the Unix seconds at which ' +
      'the key expires, at most seven days ahead. The same statement returns the same key.',
  })
  @ApiHeader({
    name: 'SERVICE_NONCE',
    required: true,
    description: 'When the key expires, Unix seconds',
    schema: { type: 'string', pattern: '^[0-9]{1,78}$' },
  })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({ 400: 'invalid_expiry, api_key_revoked, too_many_keys', ...WHEN_WRITING })
  async createSession(@Req() request: Request): Promise<ApiKeyCredentials> {
    return credentialsBody(await this.keys.createSession(this.byWallet.verifySession(request)));
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
    description: 'Ids; with the POLY_ prefix an object that holds them; with metadata=true records, for every prefix',
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
    return RESPONSE_FORMATS[caller.format].keyIds(ids);
  }

  /** Revokes all keys by the wallet's own signature, so that no leaked key is needed. */
  @Delete('api-keys')
  @Credentials.l1()
  @Credentials.l2()
  @ApiUnauthorized()
  @ApiOperation({
    operationId: 'revokeAllApiKeys',
    summary: 'Revokes all keys of a wallet, of every kind; signed by the wallet or by a key with the permission all',
  })
  @ApiOkResponse({ type: RevokedKeysAnswer })
  @Refuses({ 403: 'The key of the L2 headers lacks the permission all: readonly_key, key_permission' })
  async revokeAll(@Req() request: Request): Promise<RevokedKeysAnswer> {
    const { address } = this.byKey.hasKeyHeader(request)
      ? await this.byKey.verifyL2(request, { write: true, needs: 'all' })
      : this.byWallet.verifyL1(request);
    return { revoked: await this.keys.revokeEvery(address) };
  }

  /** Every key may revoke itself, for example when a program stops or a user signs out. */
  @Delete('api-key')
  @Header('content-type', 'application/json')
  @L2({ write: true })
  @Needs('read')
  @ApiOperation({
    operationId: 'revokeApiKey',
    summary:
      'Revokes the key of the request, whatever its permission, or another key of the same wallet, which requires the permission all',
  })
  @ApiExtraModels(RevokedAnswer)
  @ApiOkResponse({
    description: 'With the POLY_ prefix the text OK',
    schema: { oneOf: [{ $ref: getSchemaPath(RevokedAnswer) }, { type: 'string', enum: ['OK'] }] },
  })
  @Refuses({
    400: 'apiKey is given twice: invalid_query',
    403: 'The key of the request may revoke itself, but no other key: readonly_key, key_permission',
    404: 'The caller has no such key: api_key_not_found',
  })
  async revoke(
    @Caller() caller: AuthenticatedCaller,
    @Query() { apiKey: other }: RevokeApiKeyQuery,
  ): Promise<RevokedAnswer | string> {
    const apiKey = other ?? caller.apiKey;
    if (apiKey !== caller.apiKey) await this.requireOthers(caller, apiKey);
    const revoked = await this.keys.revoke(apiKey);
    return RESPONSE_FORMATS[caller.format].revokedKey({ revoked });
  }

  /** Throws unless the caller's key may revoke others, and the key is one of the caller's that this route revokes. */
  private async requireOthers(caller: AuthenticatedCaller, apiKey: string): Promise<void> {
    const permission = (await this.keys.find(caller.apiKey))?.permission ?? 'read';
    if (!permits(permission, 'all'))
      throw permission === 'read' ? new ReadonlyKeyFailure() : new KeyPermissionFailure(permission, 'all');
    const key = await this.keys.find(apiKey);
    const isOwn = key?.address === caller.address && (key.kind === 'trading' || key.kind === 'scoped');
    if (!isOwn) throw new HttpFailure(404, 'api key not found', 'api_key_not_found');
  }
}
