import { Controller, Delete, Get, HttpCode, Post, Req } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { BuilderKeyCredentials, ListedBuilderKey, RevokedAnswer } from '@foretell/contracts';
import {
  ApiUnauthorized,
  Caller,
  Credentials,
  KeyCredentialsVerifier,
  L2,
  Needs,
  type AuthenticatedCaller,
} from '@foretell/platform-auth';
import type { Request } from 'express';
import { Refuses } from '../refuses.decorator';
import { credentialsBody } from './credentials-body';
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
  @Needs('all')
  @ApiOperation({ operationId: 'createBuilderApiKey', summary: 'Makes a key that attributes orders to the caller as a builder' })
  @ApiOkResponse({ type: BuilderKeyCredentials })
  @Refuses({ 400: 'too_many_keys, api_key_revoked' })
  async create(@Caller() caller: AuthenticatedCaller): Promise<BuilderKeyCredentials> {
    const { apiKey: key, ...secrets } = credentialsBody(await this.keys.createNext('builder', caller.address));
    return { key, ...secrets };
  }

  @Get('builder-api-key')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listBuilderApiKeys', summary: 'The caller’s builder keys' })
  @ApiOkResponse({ type: [ListedBuilderKey] })
  async list(@Caller() caller: AuthenticatedCaller): Promise<ListedBuilderKey[]> {
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
  async revoke(@Req() request: Request): Promise<RevokedAnswer> {
    const builder = await this.verifier.verifyBuilder(request, { write: true });
    return { revoked: await this.keys.revoke(builder.apiKey) };
  }
}
