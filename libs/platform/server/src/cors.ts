/** Headers that a page of another origin may read. */
export const EXPOSED_HEADERS = [
  'Retry-After',
  'X-Next-Cursor',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** CORS headers of a response to a simple request from any page. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const;
