export * from './arithmetic';
export * from './brands';
export * from './format';
export * from './market-bounds';
export * from './parse';
