/** The fields that are not undefined: merged over a record they keep the others, and a request leaves the others out. */
export function definedOf<T extends object>(fields: T): { [K in keyof T]?: Exclude<T[K], undefined> } {
  const defined: { [K in keyof T]?: T[K] } = {};
  for (const name in fields) if (fields[name] !== undefined) defined[name] = fields[name];
  return defined as { [K in keyof T]?: Exclude<T[K], undefined> };
}
