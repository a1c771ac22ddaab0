import 'reflect-metadata';
import type { RefusalWords } from './param';

/** How an invalid JSON body is refused, if the service's default text does not fit. */
export interface BodyRule {
  readonly refusal?: RefusalWords;
  /** Set for a body that is an array: the class of its items. */
  readonly items?: ItemsRule;
  /** Set for a body that is an array of texts. */
  readonly texts?: TextsRule;
  /** A missing body, and one that is not an object, count as empty. */
  readonly isOptional?: true;
}

export interface ItemsRule {
  readonly type: () => new () => object;
  readonly maximum: number;
  /** The error for more items than the maximum. */
  readonly tooMany: RefusalWords;
}

export interface TextsRule {
  readonly minimum: number;
  readonly maximum: number;
  readonly tooMany: RefusalWords;
  /** Minimum length of each text. */
  readonly lengthMin: number;
}

const BODY = Symbol.for('foretell.contracts.body');

/** Sets the error for an invalid body of this class. */
export function BodyRefusal(refusal: RefusalWords): ClassDecorator {
  return (type) => Reflect.defineMetadata(BODY, { ...bodyRule(type), refusal }, type);
}

/** Makes a class that extends Array the body of a request: an array of items of one class, with a maximum length. */
export function ItemsOf(type: ItemsRule['type'], { maximum, tooMany }: Omit<ItemsRule, 'type'>): ClassDecorator {
  return (list) => Reflect.defineMetadata(BODY, { ...bodyRule(list), items: { type, maximum, tooMany } }, list);
}

/** Makes a class that extends Array<string> the body of a request: an array of texts. */
export function TextsOf(texts: TextsRule): ClassDecorator {
  return (list) => Reflect.defineMetadata(BODY, { ...bodyRule(list), texts }, list);
}

/** Treats a body that is not an object as an empty one of this class. */
export function OptionalBody(): ClassDecorator {
  return (type) => Reflect.defineMetadata(BODY, { ...bodyRule(type), isOptional: true }, type);
}

export function bodyRule(type: object): BodyRule {
  return (Reflect.getMetadata(BODY, type) as BodyRule | undefined) ?? {};
}
