export * from './arithmetic';
export * from './brands';
export * from './fee-meter';
export * from './format';
export * from './market-bounds';
export * from './parse';
