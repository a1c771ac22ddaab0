import { Controller, Delete, Get, Header, HttpCode, Post, Req } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
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
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
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
  @ApiOperation({
    operationId: 'createBuilderApiKey',
    summary: 'Creates a key that attributes orders to the caller as a builder',
  })
  @ApiOkResponse({ type: BuilderKeyCredentials })
  @Refuses({ 400: 'too_many_keys, api_key_revoked' })
  async create(@Caller() caller: AuthenticatedCaller): Promise<BuilderKeyCredentials> {
    const { apiKey: key, ...secrets } = credentialsBody(await this.keys.createNext('builder', caller));
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

  /** Builder headers name the revoked key. With L2 headers all builder keys of the address are revoked. */
  @Delete('builder-api-key')
  @Header('content-type', 'application/json')
  @Credentials.builder()
  @Credentials.l2()
  @ApiUnauthorized()
  @ApiOperation({
    operationId: 'revokeBuilderApiKey',
    summary: 'Revokes the builder key of the request; by L2 headers every builder key of the caller',
  })
  @ApiExtraModels(RevokedAnswer)
  @ApiOkResponse({
    description: 'With the POLY_ prefix the text OK',
    schema: { oneOf: [{ $ref: getSchemaPath(RevokedAnswer) }, { type: 'string', enum: ['OK'] }] },
  })
  @Refuses({ 403: 'The key of the L2 headers lacks the permission all: readonly_key, key_permission' })
  async revoke(@Req() request: Request): Promise<RevokedAnswer | string> {
    if (this.verifier.hasBuilderHeaders(request)) {
      const { apiKey, format } = await this.verifier.verifyBuilder(request, { write: true });
      return RESPONSE_FORMATS[format].revokedKey({ revoked: await this.keys.revoke(apiKey) });
    }
    const { address, format } = await this.verifier.verifyL2(request, { write: true, needs: 'all' });
    const revoked = await this.keys.revokeAll('builder', address);
    return RESPONSE_FORMATS[format].revokedKey({ revoked });
  }
}
