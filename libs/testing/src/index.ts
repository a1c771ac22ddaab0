export * from './load';
export * from './world';
export * from './openapi';
