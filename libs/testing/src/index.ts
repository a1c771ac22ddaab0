export * from './load';
export * from './world';
