export * from './facts';
export * from './ops';
export * from './http';
export * from './streams';
