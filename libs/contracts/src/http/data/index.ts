export * from './activity-item';
export * from './builder-figures';
export * from './data-error';
export * from './data-trade';
export * from './holders-item';
export * from './leaderboard-entry';
export * from './market-figures';
export * from './position-items';
