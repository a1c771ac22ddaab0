export * from './load';
export * from './world';
export * from './openapi';
export * from './published-limits';
export { siteEnvironment } from './deploy/environment';
