export * from './live-data';
export * from './market-stream';
export * from './stream-control';
export * from './user-stream';
