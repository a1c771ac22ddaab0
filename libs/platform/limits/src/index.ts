export { burstAndSustained, idsInTenSeconds, inTenSeconds, limitedRoute, type LimitTable } from './limit-rule';
export { Limiter } from './limiter';
export { limitRequests } from './limit-requests';
export { Limits } from './limits';
export { LimitsModule } from './limits.module';
