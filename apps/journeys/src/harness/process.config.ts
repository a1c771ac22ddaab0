/** The environment variables that every process of a machine needs; a test sets all others itself. */
export function surroundings(environment: NodeJS.ProcessEnv = process.env): { readonly PATH: string; readonly HOME: string } {
  return { PATH: environment['PATH'] ?? '', HOME: environment['HOME'] ?? '/tmp' };
}
