/** A parameter of a request, as the interface describes it. */
export interface PublishedParameter {
  readonly name: string;
  readonly type: string;
  /** As a text of the query; "" without a published default. */
  readonly initial: string;
  readonly isRequired: boolean;
  readonly bounds: { readonly least: number; readonly most: number } | null;
  readonly allowed: readonly string[];
  /** Another name of the same parameter. */
  readonly alias: string | null;
}

/** Parses a row with columns Name, Type, Default, and notes; a row may describe several parameters. */
export function parametersOfRow(cells: Readonly<Record<string, string>>): readonly PublishedParameter[] {
  const { Name = '', Type = '', Default = '' } = cells;
  const notes = cells['Bounds / notes'] ?? cells['Notes'] ?? cells['Allowed'] ?? '';
  return Name.split(', ').map((name) => parameter(name, Type, Default, notes));
}

/** Parses a text: "limit (integer, default 100, 1 to 500), active, closed (boolean), order (string)", or names alone. */
export function parametersOfText(text: string): readonly PublishedParameter[] {
  const described = [...text.matchAll(/((?:\w+, )*\w+) \(([^()]*)\)/g)];
  return described.flatMap(([, names = '', notes = '']) => {
    const type = /\b(integer|number|boolean)\b/.exec(notes)?.[1] ?? 'string';
    const initial = /default (\w+)/.exec(notes)?.[1] ?? '';
    return names.split(', ').map((name) => parameter(name, type, initial, notes));
  });
}

function parameter(name: string, type: string, initial: string, notes: string): PublishedParameter {
  const allowed = /^[A-Z]+(?:, [A-Z]+)+$/.test(notes) ? notes.split(', ') : [];
  const alias = /alias (?:of )?(\w+)/.exec(notes)?.[1] ?? null;
  return { name, type, initial, isRequired: notes.includes('required'), bounds: boundsOf(notes), allowed, alias };
}

function boundsOf(notes: string): PublishedParameter['bounds'] {
  const [, from, to] = /(\d+) to (\d+)/.exec(notes) ?? [];
  if (from !== undefined && to !== undefined) return { least: Number(from), most: Number(to) };
  const least = />= (\d+)/.exec(notes)?.[1];
  if (least !== undefined) return { least: Number(least), most: Infinity };
  const most = /maximum ([\d,]+)/.exec(notes)?.[1];
  return most === undefined ? null : { least: -Infinity, most: Number(most.replaceAll(',', '')) };
}
