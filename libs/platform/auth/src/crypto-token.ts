/** Injection token of the process's Crypto. */
export const CRYPTO = Symbol('Crypto');
