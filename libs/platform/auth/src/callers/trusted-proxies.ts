/** Injects the number of proxies in front of the surface whose word on a caller's address is believed. */
export const TRUSTED_PROXIES = Symbol('TrustedProxies');
