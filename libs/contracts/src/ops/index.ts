export * from './access-commands';
export * from './command-examples';
export * from './commands';
export * from './import-commands';
export * from './ledger-commands';
export * from './market-commands';
export * from './rewards-commands';
export * from './surface-commands';
