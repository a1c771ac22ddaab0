export * from './body';
export * from './kinds';
export * from './param';
