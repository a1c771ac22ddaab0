import { Controller, Inject } from '@nestjs/common';
import {
  BanList,
  BanRequest,
  BansRequest,
  BanState,
  StoredKey,
  KeyRevoked,
  KeyRevokeRequest,
  KeysRevoked,
  KeysRevokeRequest,
  KeysListed,
  KeyShowRequest,
  KeysListRequest,
} from '@foretell/contracts';
import { API_KEY_STORE, type ApiKeyStore } from '@foretell/platform-auth';
import { OpsCommand, OpsRefusal } from '@foretell/platform-nats';
import { CLOCK, type Clock } from '@foretell/platform-server';
import { address } from '@foretell/signing';
import { BansService } from '../bans/bans.service';
import { Bans } from '../keys/bans';
import { AccessNotices } from '../notices/access-notices';
import { StoredKeysQuery } from './stored-keys.query';

/** Operator commands on keys and their owners. Source: interface, Identity and Operations. */
@Controller()
export class KeysOpsController {
  constructor(
    @Inject(API_KEY_STORE) private readonly keys: ApiKeyStore,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly storedKeys: StoredKeysQuery,
    private readonly bans: BansService,
    private readonly banned: Bans,
    private readonly notices: AccessNotices,
  ) {}

  @OpsCommand('ops.clob.keys.list')
  async list(request: KeysListRequest): Promise<KeysListed> {
    return { keys: await this.storedKeys.of(address(request.address)) };
  }

  @OpsCommand('ops.clob.keys.show')
  async show({ apiKey }: KeyShowRequest): Promise<StoredKey> {
    const key = await this.storedKeys.one(apiKey);
    if (key === undefined) throw new OpsRefusal(`unknown API key ${apiKey}`);
    return key;
  }

  @OpsCommand('ops.clob.keys.revoke')
  async revoke({ apiKey }: KeyRevokeRequest): Promise<KeyRevoked> {
    if ((await this.keys.find(apiKey)) === undefined) throw new OpsRefusal(`unknown API key ${apiKey}`);
    const revoked = await this.keys.revoke(apiKey, this.clock());
    await this.notices.everywhere();
    return { apiKey, revoked: revoked.includes(apiKey), descendants: revoked.filter((each) => each !== apiKey) };
  }

  @OpsCommand('ops.clob.keys.revoke-all')
  async revokeAll({ address: holder }: KeysRevokeRequest): Promise<KeysRevoked> {
    const subject = address(holder);
    const revoked = await this.keys.revokeAll(subject, this.clock());
    await this.notices.everywhere();
    return { address: subject, revoked };
  }

  @OpsCommand('ops.clob.keys.ban')
  async ban({ address: banned, mode }: BanRequest): Promise<BanState> {
    const subject = address(banned);
    await this.bans.set(subject, mode, this.clock());
    await this.notices.everywhere();
    return { address: subject, banned: mode !== 'lift' };
  }

  @OpsCommand('ops.clob.keys.bans')
  async banList({ address: wallet }: BansRequest): Promise<BanList> {
    return { bans: await this.banned.list(wallet === undefined ? undefined : address(wallet)) };
  }
}
