/** A secret that a test used, and its name. */
export interface UsedSecret {
  readonly what: string;
  readonly value: string;
}

/** The names of the secrets that a text contains. Names only, so that a test does not print a leaked secret again. */
export function leaksIn(text: string, secrets: readonly UsedSecret[]): readonly string[] {
  const lower = text.toLowerCase();
  return secrets.filter(({ value }) => value !== '' && lower.includes(value.toLowerCase())).map(({ what }) => what);
}
