/** PostgreSQL's names of the types that node-postgres, with our int8 parser, reads as the field's type. */
type TypeOf<Value> = Value extends number
  ? 'smallint' | 'integer' | 'bigint' | 'double precision'
  : Value extends boolean
    ? 'boolean'
    : Value extends string
      ? 'text'
      : Value extends Uint8Array
        ? 'bytea'
        : Value extends readonly (infer Item extends string | number)[]
          ? `${TypeOf<Item>}[]` | 'json' | 'jsonb'
          : Value extends object
            ? 'json' | 'jsonb'
            : never;

/** The row of a statement that returns none. */
export type NoRow = Record<never, never>;

/** Each field of the row, with the type of its result column. */
export type ColumnsOf<Row> = { readonly [Field in keyof Row]-?: TypeOf<NonNullable<Row[Field]>> };

/**
 * A statement that each connection prepares once, under its name. `columns` describes the result as the code reads it: the
 * compiler compares it with the row, and a spec with PostgreSQL's description of the statement against the migrated schema. Send
 * a copy: a pool stores its callback in the object that it is given, and a client then calls it.
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  readonly columns: ColumnsOf<Row>;
}

export function writeStatement(name: string, text: string): Statement<NoRow> {
  return { name, text, columns: {} };
}
