export * from './answer-check';
export * from './api-faults';
export * from './bad-values';
export * from './committed';
export { describeServedRoutes, type RunningSurface } from './describe-routes';
export * from './requests';
export * from './schema';
export * from './read-surface';
export { WAYS_OF_WRITING, writtenOtherwise } from './written-otherwise';
