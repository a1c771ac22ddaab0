export * from './list-requests';
export * from './records';
export * from './source-fields';
