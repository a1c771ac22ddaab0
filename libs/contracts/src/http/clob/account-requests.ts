import { ApiProperty, ApiPropertyOptional, type ApiBodyOptions } from '@nestjs/swagger';
import { Transform } from 'class-transformer';
import { Allow, ArrayMaxSize, IsArray, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import { BodyRefusal, OneOfParam, OptionalBody, OwnParam, type RefusalWords } from '../params';
import { ADDRESS, API_KEY, TOKEN_ID } from './documented-values';
import { WhenGiven } from './field-constraints';
import { AnyTextParam, SwitchParam } from './params';

const SCOPED_PERMISSIONS = ['read', 'cancel', 'trade'] as const;
const NETWORKS_MAX = 20;

/** Query of GET /auth/api-keys. */
export class ListApiKeysQuery {
  @SwitchParam('true returns records instead of ids')
  metadata!: boolean;

  @SwitchParam('true includes revoked keys')
  includeRevoked!: boolean;
}

/** Query of DELETE /auth/api-key. */
export class RevokeApiKeyQuery {
  @AnyTextParam({
    description: 'Another key of the same wallet; the key of the request when absent',
    example: API_KEY.example,
    takesEmpty: true,
  })
  apiKey?: string;
}

/** Query of GET /auth/validate-readonly-api-key. */
export class ValidateReadonlyKeyQuery {
  @AnyTextParam({ description: 'Address of the wallet', example: ADDRESS.example })
  address?: string;

  @AnyTextParam({ description: 'Id of the key', example: API_KEY.example })
  key?: string;
}

/** Body of DELETE /auth/readonly-api-key. */
@BodyRefusal({ message: 'Invalid payload', code: 'invalid_payload', details: { expected: '{"key": "<api key>"}' } })
export class DeleteReadonlyKeyRequest {
  @ApiProperty({ type: String, example: API_KEY.example, description: 'Id of the key' })
  @IsString()
  key!: string;
}

const SCOPED = '{"permission": "read" | "cancel" | "trade", "expiresAt"?: <unix seconds>, "networks"?: ["<address or CIDR>"]}';

/** Body of POST /auth/scoped-api-key. */
@BodyRefusal({ message: 'Invalid payload', code: 'invalid_payload', details: { expected: SCOPED } })
export class ScopedKeyRequest {
  @ApiProperty({
    enum: SCOPED_PERMISSIONS,
    description: 'read; cancel: also cancel orders and send heartbeats; trade: also trade',
  })
  @IsIn(SCOPED_PERMISSIONS)
  permission!: (typeof SCOPED_PERMISSIONS)[number];

  @ApiPropertyOptional({
    type: 'integer',
    minimum: 1,
    maximum: 253_402_300_799,
    description: 'Unix seconds at which the key expires; absent: never',
  })
  @WhenGiven()
  @IsInt()
  @Min(1)
  @Max(253_402_300_799)
  expiresAt?: number;

  @ApiPropertyOptional({
    type: 'array',
    items: { type: 'string', maxLength: 50 },
    description: 'Addresses and CIDR ranges from which the key may be used; absent: any',
    example: ['203.0.113.0/24'],
    maxItems: NETWORKS_MAX,
  })
  @WhenGiven()
  @IsArray()
  @ArrayMaxSize(NETWORKS_MAX)
  @IsString({ each: true })
  @MaxLength(50, { each: true })
  networks?: string[];
}

const INVALID_ASSET: RefusalWords = {
  message: 'Invalid asset type',
  code: 'invalid_asset_type',
  details: { expected: 'COLLATERAL or CONDITIONAL' },
};

/** Query of GET /balance-allowance and GET /balance-allowance/update. */
export class BalanceAllowanceQuery {
  @OneOfParam({
    description: 'COLLATERAL is USDC, CONDITIONAL the shares of token_id',
    names: ['COLLATERAL', 'CONDITIONAL'],
    required: true,
    refusal: INVALID_ASSET,
    missing: INVALID_ASSET,
    repeated: INVALID_ASSET,
  })
  asset_type!: 'COLLATERAL' | 'CONDITIONAL';

  @AnyTextParam({ description: 'Token of a market, needed for CONDITIONAL', example: TOKEN_ID.example })
  token_id?: string;

  @AnyTextParam({
    description:
      'Whose balance: 0 the key’s own address, 1 its proxy, 2 its safe, 3 its deposit wallet, each the first linked; else the own address',
    schema: { type: 'string', enum: ['0', '1', '2', '3'] },
  })
  signature_type?: string;
}

/** Notifications of a page, and ids of one request. */
export const NOTIFICATIONS_MAX = 100;
const INVALID_IDS: RefusalWords = {
  message: `ids must be 1 to ${NOTIFICATIONS_MAX} notification ids, separated by commas`,
  code: 'invalid_ids',
};

/** Query of DELETE /notifications. */
export class DismissNotificationsQuery {
  @OwnParam({
    description: `1 to ${NOTIFICATIONS_MAX} ids of notifications, separated by commas`,
    example: '8194,8196',
    required: true,
    missing: INVALID_IDS,
    repeated: INVALID_IDS,
    read: (text) => text.split(','),
    isValue: (value) =>
      Array.isArray(value) && value.length <= NOTIFICATIONS_MAX && value.every((id) => /^[0-9]{1,15}$/.test(String(id))),
    sentence: INVALID_IDS.message ?? '',
    refusal: INVALID_IDS,
    schema: { type: 'string', pattern: `^[0-9]{1,15}(,[0-9]{1,15}){0,${NOTIFICATIONS_MAX - 1}}$` },
  })
  ids!: readonly string[];
}

/** Body of POST /heartbeats; a missing or invalid body counts as one without an id. */
@OptionalBody()
export class HeartbeatRequest {
  @ApiPropertyOptional({
    type: String,
    nullable: true,
    description: 'The heartbeat_id of the last response; absent, null or empty in the first heartbeat',
  })
  @Transform(({ value }: { value: unknown }) => (typeof value === 'string' && value !== '' ? value : null))
  @Allow()
  heartbeat_id: string | null = null;
}

export const HEARTBEAT_BODY = { required: false, type: HeartbeatRequest } satisfies ApiBodyOptions;
