/** A secret that a journey used, and what it is. */
export interface UsedSecret {
  readonly what: string;
  readonly value: string;
}

/** What of the secrets stands in a text, by name: a journey must not repeat what should not have been printed. */
export function leaksIn(text: string, secrets: readonly UsedSecret[]): readonly string[] {
  const lower = text.toLowerCase();
  return secrets.filter(({ value }) => value !== '' && lower.includes(value.toLowerCase())).map(({ what }) => what);
}
