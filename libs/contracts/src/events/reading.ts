/** What readers and writers of events need, without the framework that documents them: the published entry `/facts`. */
export type * from './catalog-events';
export type * from './trading-events';
export * from './event';
export * from './event-examples';
export * from './codec';
export * from './event-chain';
export * from './event-place';
export * from './event-subject';
export * from './lineage';
export * from './message-id';
export * from './sequenced';
