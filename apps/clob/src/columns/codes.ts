/** An enumeration by number: what the tables keep of it. A number, once given, stays its name's. */
export class Codes<Name extends string> {
  private readonly names: Name[] = [];

  constructor(private readonly numbers: Readonly<Record<Name, number>>) {
    for (const name of Object.keys(numbers) as Name[]) this.names[numbers[name]] = name;
  }

  of(name: Name): number {
    return this.numbers[name];
  }

  /** Throws RangeError for a number that no name has. */
  name(code: number): Name {
    const name = this.names[code];
    if (name === undefined) throw new RangeError(`${code} is none of ${Object.keys(this.numbers).join(', ')}`);
    return name;
  }

  /** SQL text: the name of a column's number. */
  nameSql(column: string): string {
    return `(array[${Array.from(this.names, (name) => `'${name ?? ''}'`).join(', ')}])[${column} + 1]`;
  }
}
