export * from './body';
export * from './number-kinds';
export * from './param';
export * from './text-kinds';
