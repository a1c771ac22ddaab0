/** What every process of a machine needs of its surroundings; all else a journey states itself. */
export function surroundings(environment: NodeJS.ProcessEnv = process.env): { readonly PATH: string; readonly HOME: string } {
  return { PATH: environment['PATH'] ?? '', HOME: environment['HOME'] ?? '/tmp' };
}
