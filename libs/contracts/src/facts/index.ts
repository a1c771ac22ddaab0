export * from './catalog-facts';
export * from './trading-facts';
export * from './fact';
export * from './fact-examples';
export * from './codec';
