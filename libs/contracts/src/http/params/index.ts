export * from './body';
export * from './lenient';
export * from './list-kinds';
export * from './number-kinds';
export * from './param';
export * from './text-kinds';
