export * from './catalog-facts';
export * from './trading-facts';
export * from './fact';
export * from './codec';
