import { Body, Controller, Get, HttpCode, Inject, Post } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiTags } from '@nestjs/swagger';
import { ApiKeyCredentials, ListedScopedKey, ScopedKeyRequest } from '@foretell/contracts';
import { Caller, L2, Needs, type AuthenticatedCaller } from '@foretell/platform-auth';
import { CLOCK, HttpFailure, IpAllowlist, type Clock } from '@foretell/platform-server';
import { Refuses, WITH_BODY } from '../refuses.decorator';
import { credentialsBody } from './credentials-body';
import { KeysService } from './keys.service';

/** Keys with limited rights, lifetime and networks. Source: docs/decisions/keys.md. */
@ApiTags('api keys')
@Controller('auth')
export class ScopedKeysController {
  constructor(
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly keys: KeysService,
  ) {}

  @Post('scoped-api-key')
  @HttpCode(200)
  @L2({ write: true })
  @Needs('all')
  @ApiOperation({
    operationId: 'createScopedApiKey',
    summary: 'Creates a key of the caller with a limited permission and, if given, an expiry and allowed networks',
  })
  @ApiOkResponse({ type: ApiKeyCredentials })
  @Refuses({
    400: 'invalid_payload, invalid_networks, invalid_expiry, too_many_keys, api_key_revoked',
    ...WITH_BODY,
  })
  async create(
    @Caller() caller: AuthenticatedCaller,
    @Body() { permission, expiresAt, networks = [] }: ScopedKeyRequest,
  ): Promise<ApiKeyCredentials> {
    if (!networks.every(isNetwork))
      throw new HttpFailure(400, 'networks must be addresses or CIDR ranges, such as 203.0.113.0/24', 'invalid_networks');
    const expiresAtMillis = expiresAt === undefined ? null : expiresAt * 1000;
    if (expiresAtMillis !== null && expiresAtMillis <= this.clock())
      throw new HttpFailure(400, 'expiresAt must be in the future, in Unix seconds', 'invalid_expiry');
    const scope = { permission, networks: networks.join(','), expiresAt: expiresAtMillis };
    return credentialsBody(await this.keys.createNext('scoped', caller, scope));
  }

  @Get('scoped-api-keys')
  @L2({ write: false })
  @ApiOperation({ operationId: 'listScopedApiKeys', summary: 'The caller’s scoped keys, with what each may do' })
  @ApiOkResponse({ type: [ListedScopedKey] })
  async list(@Caller() caller: AuthenticatedCaller): Promise<ListedScopedKey[]> {
    const all = await this.keys.list('scoped', caller.address);
    return all.map(({ apiKey, permission, networks, expiresAt, createdAt, revokedAt }) => ({
      apiKey,
      permission,
      networks: networks === '' ? [] : networks.split(','),
      expiresAt: expiresAt === null ? null : new Date(expiresAt).toISOString(),
      createdAt: new Date(createdAt).toISOString(),
      revokedAt: revokedAt === null ? null : new Date(revokedAt).toISOString(),
    }));
  }
}

/** A list of networks would take an empty text, which admits every address. */
function isNetwork(text: string): boolean {
  return text.trim() !== '' && !text.includes(',') && IpAllowlist.parse(text) !== null;
}
