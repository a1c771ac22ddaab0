export * from './cursor';
export * from './place-order';
export * from './records';
