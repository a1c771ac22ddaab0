export * from './catalog-facts';
export * from './trading-facts';
export * from './fact';
export * from './codec';
export * from './fact-chain';
export * from './fact-place';
export * from './message-id';
export * from './sequenced';
