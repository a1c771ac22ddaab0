import { Module } from '@nestjs/common';
import type { DynamicModule, InjectionToken, ModuleMetadata } from '@nestjs/common';
import { API_KEY_STORE } from './keys/api-key-store';
import type { ApiKeyStore } from './keys/api-key-store';
import { AUTH_CONFIG } from './auth.config';
import type { AuthConfig } from './auth.config';
import { loadCrypto } from '@foretell/crypto';
import { CRYPTO } from './crypto-token';
import { KeyCredentialsVerifier } from './callers/key-credentials.verifier';
import { CALLER_ADMISSION, type CallerAdmission } from './callers/caller-admission';
import { L1Guard } from './callers/l1.guard';
import { L2Guard } from './callers/l2.guard';
import { SignatureChecker } from './signatures/signature-checker.service';
import { TRUSTED_PROXIES } from './callers/trusted-proxies';
import { WalletCredentialsVerifier } from './callers/wallet-credentials.verifier';

export interface AuthOptions {
  readonly config: AuthConfig;
  /** The token under which `imports` export the key store, which is read on every authenticated request. */
  readonly store: symbol | string | (new (...dependencies: never[]) => ApiKeyStore);
  readonly imports: NonNullable<ModuleMetadata['imports']>;
  /** Number of trusted proxies in front, whose report of a caller's address is used. */
  readonly trustedProxies: number;
  /** The provider that may refuse an authenticated caller; none when nothing is counted. */
  readonly admission?: InjectionToken<CallerAdmission>;
}

const PUBLIC_PROVIDERS = [KeyCredentialsVerifier, WalletCredentialsVerifier, L1Guard, L2Guard, SignatureChecker];

/** The guards of @L1 and @L2, verifiers and the signature checker, for all modules. Needs CLOCK of ServerModule. */
@Module({})
export class AuthModule {
  static forRoot(options: AuthOptions): DynamicModule {
    return {
      module: AuthModule,
      global: true,
      imports: [...options.imports],
      providers: [
        ...PUBLIC_PROVIDERS,
        { provide: AUTH_CONFIG, useValue: options.config },
        { provide: TRUSTED_PROXIES, useValue: options.trustedProxies },
        { provide: CRYPTO, useFactory: loadCrypto },
        { provide: API_KEY_STORE, useExisting: options.store },
        options.admission === undefined
          ? { provide: CALLER_ADMISSION, useValue: null }
          : { provide: CALLER_ADMISSION, useExisting: options.admission },
      ],
      exports: [...PUBLIC_PROVIDERS, AUTH_CONFIG, CRYPTO, API_KEY_STORE, CALLER_ADMISSION, TRUSTED_PROXIES],
    };
  }
}
