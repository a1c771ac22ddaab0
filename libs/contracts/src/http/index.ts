export * from './clob';
export * from './gamma';
export * from './data';
export * from './operator';
