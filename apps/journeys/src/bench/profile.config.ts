/** The folder of profiles: PROFILE_INTO, or the working directory of the process. */
export function profileFolder(): string {
  return process.env['PROFILE_INTO'] ?? '.';
}
