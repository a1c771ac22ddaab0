export * from './records';
export * from './requests';
export * from './v2-records';
export * from './v2-requests';
