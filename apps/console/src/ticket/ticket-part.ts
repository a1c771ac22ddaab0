import { loadOnce } from '../live/load-once';

/** The ticket's chunk. Pages with a ticket load it at once, not when the market's response has arrived. */
export const TICKET_PART = loadOnce(() => import('./order-ticket'));
