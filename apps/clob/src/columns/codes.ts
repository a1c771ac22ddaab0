/** Numbers of an enumeration, as the tables store it. A number, once assigned, always belongs to its name. */
export class Codes<Name extends string> {
  private readonly names: Name[] = [];

  constructor(private readonly numbers: Readonly<Record<Name, number>>) {
    for (const name of Object.keys(numbers) as Name[]) this.names[numbers[name]] = name;
  }

  of(name: Name): number {
    return this.numbers[name];
  }

  /** Throws RangeError for an unassigned number. */
  name(code: number): Name {
    const name = this.names[code];
    if (name === undefined) throw new RangeError(`${code} is none of ${Object.keys(this.numbers).join(', ')}`);
    return name;
  }

  /** SQL text: the name of a column's number. */
  nameSql(column: string): string {
    return `(ARRAY[${Array.from(this.names, (name) => `'${name ?? ''}'`).join(', ')}])[${column} + 1]`;
  }
}
