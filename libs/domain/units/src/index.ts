export * from './arithmetic';
export * from './brands';
export * from './format';
export * from './parse';
