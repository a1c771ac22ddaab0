/**
 * PostgreSQL error classes that blame the values: data exceptions, violated constraints, and values beyond what an index can
 * store. All other classes concern the database.
 */
const VALUES_AT_FAULT = /^(22|23|54)/;

/** Whether PostgreSQL rejects the values themselves. */
export function isOfValues(error: Error): boolean {
  return 'severity' in error && 'code' in error && typeof error.code === 'string' && VALUES_AT_FAULT.test(error.code);
}
