/** What readers and writers of events need, without the framework that documents them: the published entry `/facts`. */
export type * from './catalog-facts';
export type * from './trading-facts';
export * from './fact';
export * from './fact-examples';
export * from './codec';
export * from './fact-chain';
export * from './fact-place';
export * from './fact-subject';
export * from './lineage';
export * from './message-id';
export * from './sequenced';
