/** The folder that profiles are written into: PROFILE_INTO, or where the process runs. */
export function profileFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment['PROFILE_INTO'] ?? '.';
}
