import {
  ActorField,
  AddressField,
  FlagField,
  IntegerField,
  ListField,
  NameField,
  OneOfField,
  TextField,
  TextsField,
} from './fields';

const WALLET_KINDS = ['proxy', 'safe', 'deposit'] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** A signature does not show who owns such a wallet, so an operator links it. */
export class WalletLinkRequest {
  @FlagField({
    description: 'Required to change the owner of a linked wallet; cancels its open and delayed orders',
    isOptional: true,
  })
  readonly replace?: boolean;

  @AddressField({ description: 'The wallet that holds the funds' })
  readonly wallet!: string;

  @AddressField({ description: 'The address whose key signs for it' })
  readonly owner!: string;

  @OneOfField({ description: 'What kind of wallet it is', names: WALLET_KINDS })
  readonly kind!: WalletKind;
}

/** After the reply the link is effective in every process of the service. */
export class WalletLinked {
  @AddressField({ description: 'The wallet that holds the funds' })
  readonly wallet!: string;

  @AddressField({ description: 'The address whose key signs for it' })
  readonly owner!: string;

  @OneOfField({ description: 'What kind of wallet it is', names: WALLET_KINDS })
  readonly kind!: WalletKind;
}

const KEY_KINDS = ['trading', 'readonly', 'builder', 'scoped'] as const;
const PERMISSIONS = ['read', 'cancel', 'trade', 'all'] as const;

export class KeysListRequest {
  @AddressField({ description: 'The address that holds the keys' })
  readonly address!: string;
}

export class KeyShowRequest {
  @NameField({ description: 'The API key, a UUID', refusal: 'name an API key' })
  readonly apiKey!: string;
}

/** The stored data of a key, without its secret. */
export class StoredKey {
  @NameField({ description: 'The API key' })
  readonly apiKey!: string;

  @AddressField({ description: 'The address that holds it' })
  readonly address!: string;

  @OneOfField({
    description: 'How it was created; scoped: a session key, or created by another key with limited permission',
    names: KEY_KINDS,
  })
  readonly kind!: string;

  @OneOfField({
    description: 'What it may do; each permission includes the previous ones; all: also create and revoke keys',
    names: PERMISSIONS,
  })
  readonly permission!: string;

  @TextsField({ description: 'Addresses and CIDR ranges from which it may be used; empty: any' })
  readonly networks!: readonly string[];

  @IntegerField({ description: 'Unix milliseconds at which it expires, or null', minimum: 0, isNullable: true })
  readonly expiresAt!: number | null;

  @IntegerField({ description: 'Unix milliseconds', minimum: 0 })
  readonly createdAt!: number;

  @IntegerField({ description: 'Unix milliseconds, or null while it is not revoked', minimum: 0, isNullable: true })
  readonly revokedAt!: number | null;

  @ActorField({ description: 'The operator who revoked it; null when only its wallet did', isNullable: true })
  readonly revokedBy!: string | null;

  @TextField({ description: "That operator's reference", isNullable: true })
  readonly reference!: string | null;

  @TextField({ description: 'The key that created it; null when its wallet did, or when it is unknown', isNullable: true })
  readonly parent!: string | null;
}

export class KeysListed {
  @ListField(() => StoredKey, { description: 'Oldest first' })
  readonly keys!: readonly StoredKey[];
}

export class KeyRevokeRequest extends KeyShowRequest {}

export class KeyRevoked {
  @NameField({ description: 'The API key' })
  readonly apiKey!: string;

  @FlagField({ description: 'False when it was already revoked' })
  readonly revoked!: boolean;

  @TextsField({ description: 'Keys revoked with it: those that it created, directly or through other keys' })
  readonly descendants!: readonly string[];
}

export class KeysRevokeRequest extends KeysListRequest {}

export class KeysRevoked {
  @AddressField({ description: 'The address' })
  readonly address!: string;

  @TextsField({ description: 'The keys that this command revoked, of every kind' })
  readonly revoked!: readonly string[];
}

const BAN_MODES = ['full', 'closed-only', 'lift'] as const;
export type BanMode = (typeof BAN_MODES)[number];

export class BanRequest {
  @AddressField({ description: 'The address that holds the keys' })
  readonly address!: string;

  @OneOfField({
    description:
      'lift: remove a ban. closed-only: may only cancel, sell what it holds and merge; its open BUY orders end. full: may only cancel and read; all its open orders end',
    names: BAN_MODES,
  })
  readonly mode!: BanMode;
}

export class BansRequest {
  @AddressField({ description: 'Only bans of this wallet, or of its owner', isOptional: true })
  readonly address?: string;
}

export class Ban {
  @AddressField({ description: 'The banned address' })
  readonly address!: string;

  @OneOfField({
    description: 'closed-only: may only cancel, sell what it holds and merge. full: may only cancel and read',
    names: ['full', 'closed-only'],
  })
  readonly mode!: Exclude<BanMode, 'lift'>;

  @IntegerField({ description: 'Since when, Unix milliseconds', minimum: 0 })
  readonly since!: number;
}

export class BanList {
  @ListField(() => Ban, { description: 'The newest 500, newest first' })
  readonly bans!: readonly Ban[];
}

export class BanState {
  @AddressField({ description: 'The address' })
  readonly address!: string;

  @FlagField({ description: 'Whether it is banned now, in either mode' })
  readonly banned!: boolean;
}
