export * from './answer-check';
export * from './api-faults';
export * from './bad-values';
export * from './committed';
export { describeServedRoutes, type RunningService } from './describe-routes';
export * from './requests';
export * from './schema';
export * from './read-api';
export { ENCODING_COUNT, encodedTarget } from './target-encodings';
