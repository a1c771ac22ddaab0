export * from './catalog-event';
export * from './catalog-market-fields';
export * from './catalog-resources';
export * from './catalog-series-fields';
export * from './catalog-tag';
export * from './requests';
export * from './public';
