export * from './load';
export * from './world';
export * from './openapi';
export { siteEnvironment } from './deploy/environment';
