import { Body, Controller, Delete, Get, HttpCode, Inject, Post, Query, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import {
  ApiKeyCredentials,
  BuilderKeyCredentials,
  ClosedOnlyAnswer,
  DeletedAnswer,
  ListedBuilderKey,
  RevokedAnswer,
  ValidAnswer,
} from '@foretell/contracts';
import {
  API_KEY_STORE,
  ApiUnauthorized,
  Caller,
  Credentials,
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
import { Refuses, WITH_BODY } from '../refuses.decorator';
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
  @ApiOperation({ operationId: 'getClosedOnly', summary: 'Whether the caller may only close positions' })
  @ApiOkResponse({ type: ClosedOnlyAnswer })
  async closedOnly(@Caller() caller: AuthenticatedCaller): Promise<ClosedOnlyAnswer> {
    const closedOnly = (await this.bans.of(caller.address)) === 'closed-only';
    return { closed_only: closedOnly, closedOnly };
  }

  /** A read-only key signs like any other, so its secret and passphrase come with it. */
  @Post('readonly-api-key')
  @HttpCode(200)
  @L2({ write: true })
  @ApiOperation({ operationId: 'createReadonlyApiKey', summary: 'Makes a key that may only read' })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({ 400: 'too_many_keys, api_key_revoked' })
  async createReadonly(@Caller() caller: AuthenticatedCaller): Promise<ApiKeyCredentials> {
    const { apiKey, secret, passphrase } = await this.keys.createNext('readonly', caller.address);
    return { apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
  }

  @Get('readonly-api-keys')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listReadonlyApiKeys', summary: 'Ids of the caller’s good read-only keys' })
  @ApiOkResponse({ type: [String] })
  async listReadonly(@Caller() caller: AuthenticatedCaller): Promise<string[]> {
    return (await this.good('readonly', caller)).map(({ apiKey }) => apiKey);
  }

  @Delete('readonly-api-key')
  @L2({ write: true })
  @ApiOperation({ operationId: 'deleteReadonlyApiKey', summary: 'Revokes a read-only key of the caller' })
  @ApiOkResponse({ type: DeletedAnswer })
  @Refuses({ 400: 'invalid_payload', ...WITH_BODY })
  async deleteReadonly(@Caller() caller: AuthenticatedCaller, @Body() body: unknown): Promise<DeletedAnswer> {
    const key = typeof body === 'object' && body !== null && 'key' in body ? body.key : undefined;
    if (typeof key !== 'string')
      throw new HttpFailure(400, 'Invalid payload', 'invalid_payload', { expected: '{"key": "<api key>"}' });
    const isOwn = (await this.good('readonly', caller)).some(({ apiKey }) => apiKey === key);
    return { deleted: isOwn && (await this.keys.revoke(key)) };
  }

  @Get('validate-readonly-api-key')
  @ApiOperation({ operationId: 'validateReadonlyApiKey', summary: 'Whether a key is a good read-only one of an address' })
  @ApiOkResponse({ type: ValidAnswer })
  async validateReadonly(@Query() query: Readonly<Record<string, unknown>>): Promise<ValidAnswer> {
    const { address, key } = query;
    const record = typeof key === 'string' && API_KEY.test(key) ? await this.store.find(key) : undefined;
    return { valid: record?.kind === 'readonly' && record.revokedAt === null && record.address === parseAddress(address) };
  }

  @Post('builder-api-key')
  @HttpCode(200)
  @L2({ write: true })
  @ApiOperation({ operationId: 'createBuilderApiKey', summary: 'Makes a key that attributes orders to the caller as a builder' })
  @ApiOkResponse({ type: BuilderKeyCredentials })
  @Refuses({ 400: 'too_many_keys, api_key_revoked' })
  async createBuilder(@Caller() caller: AuthenticatedCaller): Promise<BuilderKeyCredentials> {
    const { apiKey, secret, passphrase } = await this.keys.createNext('builder', caller.address);
    return { key: apiKey, secret: secret.reveal(), passphrase: passphrase.reveal() };
  }

  @Get('builder-api-key')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listBuilderApiKeys', summary: 'The caller’s builder keys' })
  @ApiOkResponse({ type: [ListedBuilderKey] })
  async listBuilder(@Caller() caller: AuthenticatedCaller): Promise<ListedBuilderKey[]> {
    const all = await this.keys.list('builder', caller.address);
    return all.map(({ apiKey, createdAt, revokedAt }) => ({
      key: apiKey,
      createdAt: new Date(createdAt).toISOString(),
      revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
    }));
  }

  /** Authenticated by the builder key itself. */
  @Delete('builder-api-key')
  @Credentials.builder()
  @ApiUnauthorized()
  @ApiOperation({ operationId: 'revokeBuilderApiKey', summary: 'Revokes the builder key of the request' })
  @ApiOkResponse({ type: RevokedAnswer })
  async deleteBuilder(@Req() request: Request): Promise<RevokedAnswer> {
    const builder = await this.verifier.verifyBuilder(request, { write: true });
    return { revoked: await this.keys.revoke(builder.apiKey) };
  }

  private async good(kind: ApiKeyKind, caller: AuthenticatedCaller): Promise<readonly ApiKeyRecord[]> {
    return (await this.keys.list(kind, caller.address)).filter(({ revokedAt }) => revokedAt === null);
  }
}
