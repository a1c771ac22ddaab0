export * from './cursor';
export * from './place-order';
export * from './position';
export * from './records';
