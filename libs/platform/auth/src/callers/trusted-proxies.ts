/** Injection token of the number of trusted proxies in front of the service, whose report of a caller's address is used. */
export const TRUSTED_PROXIES = Symbol('TrustedProxies');
