/** What a page of another origin may read besides the body. */
export const EXPOSED_HEADERS = [
  'Retry-After',
  'X-Next-Cursor',
  'ETag',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** Of an answer to a simple request from any page. */
export const CORS_HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED_HEADERS.join(','),
} as const;
