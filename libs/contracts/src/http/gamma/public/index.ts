export * from './list-requests';
export * from './other-requests';
export * from './records';
export * from './source-fields';
