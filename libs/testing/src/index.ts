export * from './statements';
export * from './load';
export * from './world';
export * from './openapi';
export { publishedStatements, publishedText, type Statement } from './published-interface';
export * from './published-limits';
export { siteEnvironment } from './deploy/environment';
