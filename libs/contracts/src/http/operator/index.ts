export * from './operator-status';
