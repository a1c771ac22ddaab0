export * from './facts';
export * from './ops';
export * from './http/clob';
export * from './http/gamma';
export * from './http/data';
