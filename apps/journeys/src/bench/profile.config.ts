/** The folder of profiles: PROFILE_INTO, or the working directory of the process. */
export function profileFolder(environment: NodeJS.ProcessEnv = process.env): string {
  return environment['PROFILE_INTO'] ?? '.';
}
