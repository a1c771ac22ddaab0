export * from './facts';
export * from './ops';
export * from './http/params';
export * from './http/clob';
export * from './http/gamma';
export * from './http/data';
