export { TEN_MINUTES, TEN_SECONDS, type LimitRule, type LimitTable } from './limit-rule';
export { Limits, type LimitsOptions } from './limits';
