import type { ClassConstructor } from 'class-transformer';
import { getMetadataStorage, isObject, max, maxLength, min, type ValidationArguments } from 'class-validator';

/** The constraints of classes as plain functions, for readers that are compiled once. */

export type Fields = Readonly<Record<string, unknown>>;
export type Constraint = ReturnType<ReturnType<typeof getMetadataStorage>['getTargetValidationMetadatas']>[number];
/** Whether the value is valid, given the object's other fields. */
export type Check = (value: unknown, object: Fields) => boolean;
/** Whether a field is validated. */
export type Condition = (object: Fields, value: unknown) => boolean;

/** The declared constraints of each field. */
export function constraintsOf(type: ClassConstructor<object>): ReadonlyMap<string, readonly Constraint[]> {
  const byName = new Map<string, Constraint[]>();
  for (const each of getMetadataStorage().getTargetValidationMetadatas(type, type.name, false, false)) {
    const known = byName.get(each.propertyName);
    if (known === undefined) byName.set(each.propertyName, [each]);
    else known.push(each);
  }
  return byName;
}

export function conditionOf({ constraints }: Constraint): Condition {
  const condition: unknown = constraints[0];
  if (!isCondition(condition)) throw new Error('a condition is no function');
  return condition;
}

/** The constraint's own function, so that all readers use the same one. Throws for an asynchronous one. */
export function checksOf(type: ClassConstructor<object>, metadata: Constraint): Check[] {
  return getMetadataStorage()
    .getTargetValidatorConstraints(metadata.constraintCls)
    .map((constraint): Check => {
      if (constraint.async) throw unknownKind(type, metadata);
      const { instance } = constraint;
      const { name, constraints, propertyName: property } = metadata;
      const direct = name === undefined ? undefined : DIRECT[name]?.(constraints);
      if (direct !== undefined) return direct;
      const targetName = type.name;
      return (value, object) => {
        // Assigned field by field: a spread object that gets further fields costs a microsecond and more.
        const argument: ValidationArguments = { targetName, property, constraints, object, value };
        return instance.validate(value, argument) === true;
      };
    });
}

/** Direct implementations of the most frequent constraints, without the library's indirection. */
const DIRECT: Readonly<Record<string, (constraints: readonly unknown[]) => ((value: unknown) => boolean) | undefined>> = {
  isString: () => (value) => typeof value === 'string',
  isBoolean: () => (value) => typeof value === 'boolean',
  isInt: () => (value) => Number.isInteger(value),
  isObject: () => isObject,
  min: ([least]) => (typeof least === 'number' ? (value) => min(value, least) : undefined),
  max: ([most]) => (typeof most === 'number' ? (value) => max(value, most) : undefined),
  maxLength: ([most]) =>
    typeof most === 'number'
      ? // A text has at most as many characters as code units: only longer ones need the library's count.
        (value) => typeof value === 'string' && (value.length <= most || maxLength(value, most))
      : undefined,
  isIn: ([values]) => (Array.isArray(values) ? (value) => values.includes(value) : undefined),
  matches: ([pattern]) =>
    pattern instanceof RegExp && !pattern.global && !pattern.sticky
      ? (value) => typeof value === 'string' && pattern.test(value)
      : undefined,
};

export function unknownKind(type: ClassConstructor<object>, { propertyName, type: kind, name }: Constraint): Error {
  return new Error(`${type.name}.${propertyName}: a ${name ?? kind} of this kind cannot be compiled; read it with shape`);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCondition(value: unknown): value is Condition {
  return typeof value === 'function';
}
