/** The message of an error, or a thrown value of another kind as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
