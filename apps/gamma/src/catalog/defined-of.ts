/** The fields that are defined: merging them over a record keeps the others. */
export function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: { [K in keyof T]?: T[K] } = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as { [K in keyof T]?: Exclude<T[K], undefined> };
}
