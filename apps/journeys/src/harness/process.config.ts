/** The environment variables that every process of a machine needs; a test sets all others itself. */
export function surroundings(): { readonly PATH: string; readonly HOME: string } {
  return { PATH: process.env['PATH'] ?? '', HOME: process.env['HOME'] ?? '/tmp' };
}
