import { AddressField, FlagField, NameField, OneOfField } from './fields';

const WALLET_KINDS = ['proxy', 'safe', 'deposit'] as const;
export type WalletKind = (typeof WALLET_KINDS)[number];

/** Who owns such a wallet is not in a signature, so an operator says it. */
export class WalletLinkRequest {
  @FlagField({ description: 'Takes the wallet from the owner it has now; refused without', isOptional: true })
  readonly replace?: boolean;

  @AddressField({ description: 'The wallet that holds the funds' })
  readonly wallet!: string;

  @AddressField({ description: 'The address whose key signs for it' })
  readonly owner!: string;

  @OneOfField({ description: 'What kind of wallet it is', names: WALLET_KINDS })
  readonly kind!: WalletKind;
}

/** Once it is answered, the link holds in every process of the surface. */
export class WalletLinked {
  @AddressField({ description: 'The wallet that holds the funds' })
  readonly wallet!: string;

  @AddressField({ description: 'The address whose key signs for it' })
  readonly owner!: string;

  @OneOfField({ description: 'What kind of wallet it is', names: WALLET_KINDS })
  readonly kind!: WalletKind;
}

export class KeyRevokeRequest {
  @NameField({ description: 'The API key, a UUID', refusal: 'name an API key' })
  readonly apiKey!: string;
}

export class KeyRevoked {
  @NameField({ description: 'The API key' })
  readonly apiKey!: string;

  @FlagField({ description: 'False when it had been revoked before' })
  readonly revoked!: boolean;
}

const BAN_MODES = ['full', 'closed-only', 'lift'] as const;
export type BanMode = (typeof BAN_MODES)[number];

export class BanRequest {
  @AddressField({ description: 'The address that holds the keys' })
  readonly address!: string;

  @OneOfField({ description: 'lift: remove a ban. closed-only: may cancel and sell only. full: nothing', names: BAN_MODES })
  readonly mode!: BanMode;
}

export class BanState {
  @AddressField({ description: 'The address' })
  readonly address!: string;

  @FlagField({ description: 'Whether it is banned now, wholly or to closing positions' })
  readonly banned!: boolean;
}
