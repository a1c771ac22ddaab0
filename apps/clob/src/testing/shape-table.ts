/** A field's documented type, named as in the interface's tables; `null` allows null where the decision says so. */
export type Kind =
  'string' | 'integer' | 'number' | 'boolean' | 'date-time' | 'object' | { readonly listOf: Kind | ShapeTable } | ShapeTable;
export interface ShapeTable {
  readonly [field: string]: Kind;
}

/** Violations of the table: missing fields, wrong types, and unknown fields when the table is closed. */
export function shapeFaults(value: unknown, table: ShapeTable, { isClosed = true, path = '' } = {}): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [`${path || 'the value'} is no object`];
  const fields = new Map<string, unknown>(Object.entries(value));
  const unknown = isClosed
    ? [...fields.keys()].filter((name) => !(name in table)).map((name) => `${path}${name} is not promised`)
    : [];
  const broken = Object.entries(table).flatMap(([name, kind]) =>
    fields.has(name) ? kindFaults(fields.get(name), kind, `${path}${name}`) : [`${path}${name} is missing`],
  );
  return [...unknown, ...broken];
}

function kindFaults(value: unknown, kind: Kind, path: string): string[] {
  if (typeof kind === 'string') return isOfKind(value, kind) ? [] : [`${path} is no ${kind}: ${JSON.stringify(value)}`];
  if (isListKind(kind)) {
    const { listOf } = kind;
    if (!Array.isArray(value)) return [`${path} is no array`];
    return value.flatMap((item, index) => kindFaults(item, listOf, `${path}[${index}]`));
  }
  return shapeFaults(value, kind, { path: `${path}.` });
}

function isListKind(kind: Exclude<Kind, string>): kind is { readonly listOf: Kind | ShapeTable } {
  return 'listOf' in kind;
}

function isOfKind(value: unknown, kind: Extract<Kind, string>): boolean {
  switch (kind) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'date-time':
      return (
        typeof value === 'string' &&
        /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/.test(value) &&
        !Number.isNaN(Date.parse(value))
      );
    case 'object':
      return typeof value === 'object' && value !== null && !Array.isArray(value);
    default:
      return typeof value === kind;
  }
}
