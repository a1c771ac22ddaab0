export * from './events';
export * from './ops';
export * from './http';
export * from './streams';
