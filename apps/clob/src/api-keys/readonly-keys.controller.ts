import { Body, Controller, Delete, Get, HttpCode, Post, Query } from '@nestjs/common';
import { ApiExtraModels, ApiOkResponse, ApiOperation, ApiTags, getSchemaPath } from '@nestjs/swagger';
import {
  ApiKeyCredentials,
  DeleteReadonlyKeyRequest,
  DeletedAnswer,
  ReadonlyKeyIds,
  ValidAnswer,
  ValidateReadonlyKeyQuery,
} from '@foretell/contracts';
import { Caller, L2, Needs, type AuthenticatedCaller } from '@foretell/platform-auth';
import { parseAddress, type Address } from '@foretell/signing';
import { RESPONSE_FORMATS } from '../response-formats/response-formats';
import { Refuses, WITH_BODY } from '../refuses.decorator';
import { credentialsBody } from './credentials-body';
import { KeysService } from './keys.service';

/** Read-only keys. Source: protocol 2.3. */
@ApiTags('api keys')
@Controller('auth')
export class ReadonlyKeysController {
  constructor(private readonly keys: KeysService) {}

  /** A read-only key signs requests too, so the response has its secret and passphrase. */
  @Post('readonly-api-key')
  @HttpCode(200)
  @L2({ write: true })
  @Needs('all')
  @ApiOperation({ operationId: 'createReadonlyApiKey', summary: 'Creates a key that may only read' })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({ 400: 'too_many_keys, api_key_revoked' })
  async create(@Caller() caller: AuthenticatedCaller): Promise<ApiKeyCredentials> {
    return credentialsBody(await this.keys.createNext('readonly', caller));
  }

  @Get('readonly-api-keys')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listReadonlyApiKeys', summary: 'Ids of the caller’s valid read-only keys' })
  @ApiExtraModels(ReadonlyKeyIds)
  @ApiOkResponse({
    description: 'With the POLY_ prefix an object that holds the list',
    schema: {
      oneOf: [{ type: 'array', items: { type: 'string', format: 'uuid' } }, { $ref: getSchemaPath(ReadonlyKeyIds) }],
    },
  })
  async list(@Caller() caller: AuthenticatedCaller): Promise<readonly string[] | ReadonlyKeyIds> {
    const good = (await this.keys.list('readonly', caller.address)).filter(({ revokedAt }) => revokedAt === null);
    return RESPONSE_FORMATS[caller.format].readonlyKeyIds(good.map(({ apiKey }) => apiKey));
  }

  @Delete('readonly-api-key')
  @L2({ write: true })
  @Needs('all')
  @ApiOperation({ operationId: 'deleteReadonlyApiKey', summary: 'Revokes a read-only key of the caller' })
  @ApiOkResponse({ type: DeletedAnswer })
  @Refuses({ 400: 'invalid_payload', ...WITH_BODY })
  async revoke(@Caller() caller: AuthenticatedCaller, @Body() { key }: DeleteReadonlyKeyRequest): Promise<DeletedAnswer> {
    return { deleted: (await this.isGood(key, caller.address)) && (await this.keys.revoke(key)) };
  }

  @Get('validate-readonly-api-key')
  @ApiOperation({ operationId: 'validateReadonlyApiKey', summary: 'Whether a key is a valid read-only key of an address' })
  @ApiOkResponse({ type: ValidAnswer })
  @Refuses({ 400: 'A parameter is given twice: invalid_query' })
  async validate(@Query() { address, key }: ValidateReadonlyKeyQuery): Promise<ValidAnswer> {
    return { valid: key !== undefined && (await this.isGood(key, parseAddress(address))) };
  }

  private async isGood(apiKey: string, address: Address | undefined): Promise<boolean> {
    const key = await this.keys.find(apiKey);
    return key?.kind === 'readonly' && key.revokedAt === null && key.address === address;
  }
}
