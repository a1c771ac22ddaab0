import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { ValidationTypes } from 'class-validator';
import {
  checksOf,
  conditionOf,
  constraintsOf,
  isFields,
  unknownKind,
  type Check,
  type Condition,
  type Constraint,
  type Fields,
} from './constraints';
import { shape, type Shaped } from './shape';

/** One declared field: its condition, its checks, and the class of a nested object. */
interface CompiledField {
  readonly name: string;
  readonly conditions: readonly Condition[];
  readonly checks: readonly Check[];
  readonly nested: ((plain: unknown) => object | undefined) | null;
}

type Reader<T> = (plain: unknown) => Shaped<T>;

const compiled = new WeakMap<ClassConstructor<object>, Reader<object>>();

/**
 * `shape` for what is read often: the class's constraints are looked up once and become closures. It accepts what `shape` accepts
 * and returns the same value. What it refuses goes to `shape`, which names the faults, so the texts are equal. Throws for a class
 * that it would read differently: groups, asynchronous constraints, lists of objects, transformed fields.
 */
export function compileShape<T extends object>(type: ClassConstructor<T>): Reader<T> {
  const known = compiled.get(type);
  if (known !== undefined) return known as Reader<T>;
  const read = compileReader(type);
  const made: Reader<T> = (plain) => {
    const value = read(plain);
    return value === undefined ? shape(type, plain) : { ok: true, value };
  };
  compiled.set(type, made);
  return made;
}

/** Undefined for a value that the class does not accept. */
function compileReader<T extends object>(type: ClassConstructor<T>): (plain: unknown) => T | undefined {
  const fields = compileFields(type);
  return (plain) => {
    if (!isFields(plain)) return undefined;
    const value = new type();
    const target = value as Record<string, unknown>;
    return fields.every((field) => readField(field, plain, target)) ? value : undefined;
  };
}

function readField({ name, conditions, checks, nested }: CompiledField, plain: Fields, target: Record<string, unknown>): boolean {
  const given = plain[name];
  if (conditions.every((applies) => applies(plain, given))) {
    if (!checks.every((holds) => holds(given, plain))) return false;
    if (nested !== null) {
      target[name] = nested(given);
      return target[name] !== undefined;
    }
  }
  if (given !== undefined) target[name] = given;
  return true;
}

function compileFields(type: ClassConstructor<object>): readonly CompiledField[] {
  return [...constraintsOf(type)].map(([name, own]) => compileField(type, name, own));
}

function compileField(type: ClassConstructor<object>, name: string, metadatas: readonly Constraint[]): CompiledField {
  const conditions: Condition[] = [];
  const checks: Check[] = [];
  let nested: CompiledField['nested'] = null;
  for (const metadata of metadatas) {
    if (metadata.groups?.length || metadata.validateIf) throw unknownKind(type, metadata);
    if (metadata.type === ValidationTypes.CONDITIONAL_VALIDATION) conditions.push(conditionOf(metadata));
    else if (metadata.type === ValidationTypes.CUSTOM_VALIDATION)
      checks.push(...checksOf(type, metadata).map((check) => (metadata.each ? ofEach(check) : check)));
    else if (metadata.type === ValidationTypes.NESTED_VALIDATION) nested = compileReader(classOf(type, name));
    else if (metadata.type !== ValidationTypes.WHITELIST) throw unknownKind(type, metadata);
  }
  if (nested === null && isTransformed(type, name)) throw new Error(`${type.name}.${name} is transformed; read it with shape`);
  return { name, conditions, checks, nested };
}

function ofEach(check: Check): Check {
  return (value, object) => Array.isArray(value) && value.every((item) => check(item, object));
}

/** Whether the library converts a value of some type. */
function isTransformed(type: ClassConstructor<object>, name: string): boolean {
  return [null, '', 'text', 0, true].some((given) => {
    const value: unknown = Reflect.get(plainToInstance(type, { [name]: given }), name);
    return value !== given;
  });
}

/** The class that the compiler emitted for the field. */
function classOf(type: ClassConstructor<object>, name: string): ClassConstructor<object> {
  const noted: unknown = Reflect.getMetadata('design:type', type.prototype as object, name);
  if (!isClass(noted) || noted === Array || noted === Object) throw new Error(`${type.name}.${name} names no class of its own`);
  return noted;
}

function isClass(value: unknown): value is ClassConstructor<object> {
  return typeof value === 'function';
}
