/** Why a field's value is invalid, in words that follow the field's name; null when it is valid. */
export type FieldRule = (value: unknown) => string | null;

const RULES = new WeakMap<object, [string, FieldRule][]>();
const PROTOTYPES = new Map<string, object>();

/** Registers the rule of a field of the class with this prototype. */
export function keepRule(prototype: object, field: string, rule: FieldRule): void {
  const kept = RULES.get(prototype);
  if (kept === undefined) RULES.set(prototype, [[field, rule]]);
  else kept.push([field, rule]);
}

/** Registers the class whose events have this type. */
export function keepName(prototype: object, type: string): void {
  PROTOTYPES.set(type, prototype);
}

/** The rule of an event type; undefined for a type without a class. */
export function ruleOfType(type: string): FieldRule | undefined {
  const prototype = PROTOTYPES.get(type);
  return prototype === undefined ? undefined : objectOf(prototype);
}

/** A rule that accepts values for which `holds` is true. `must` follows "must be". */
export function holding(holds: (value: unknown) => boolean, must: string): FieldRule {
  const words = ` must be ${must}`;
  return (value) => (holds(value) ? null : words);
}

export const isText = (value: unknown): boolean => typeof value === 'string';
export const isFlag = (value: unknown): boolean => typeof value === 'boolean';

export const isWhole =
  (max: number = Number.MAX_SAFE_INTEGER) =>
  (value: unknown): boolean =>
    typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 && value <= max;

/** Lower-case hex of this many bytes. */
export function isHexOf(bytes: number): (value: unknown) => boolean {
  const pattern = new RegExp(`^0x[0-9a-f]{${2 * bytes}}$`);
  return (value) => typeof value === 'string' && pattern.test(value);
}

/** A list whose elements all satisfy the rule, with `length` elements if given. */
export function listOf(rule: FieldRule, length?: number): FieldRule {
  return (value) => {
    if (!Array.isArray(value)) return ' must be a list';
    if (length !== undefined && value.length !== length) return ` must have ${length} elements`;
    for (let index = 0; index < value.length; index += 1) {
      const fault = rule(value[index]);
      if (fault !== null) return `[${index}]${fault}`;
    }
    return null;
  };
}

/** An object of a class; `type` is called when first needed, because the class may be declared later. */
export function partOf(type: () => new () => object): FieldRule {
  let rule: FieldRule | undefined;
  return (value) => {
    rule ??= objectOf(type().prototype as object);
    const fault = rule(value);
    return fault === null || fault.startsWith(' ') ? fault : `.${fault}`;
  };
}

/** The message begins with the name of the invalid field, unless the value is not an object. */
function objectOf(prototype: object): FieldRule {
  const rules = inherited(prototype);
  return (value) => {
    if (typeof value !== 'object' || value === null) return ' must be an object';
    const fields = value as Readonly<Record<string, unknown>>;
    for (const [field, rule] of rules) {
      const fault = rule(fields[field]);
      if (fault !== null) return field + fault;
    }
    return null;
  };
}

function inherited(prototype: object): readonly (readonly [string, FieldRule])[] {
  const above: unknown = Object.getPrototypeOf(prototype);
  const own = RULES.get(prototype) ?? [];
  return typeof above === 'object' && above !== null && above !== Object.prototype ? [...inherited(above), ...own] : own;
}
