export * from './api-faults';
