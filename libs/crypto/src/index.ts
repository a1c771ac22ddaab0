export * from './crypto';
export * from './wallet';
