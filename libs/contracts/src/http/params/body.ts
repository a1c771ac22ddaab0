import 'reflect-metadata';
import type { RefusalWords } from './param';

/** How a JSON body as a whole is refused, where the surface's usual text does not do. */
export interface BodyRule {
  readonly refusal?: RefusalWords;
  /** Set for a body that is an array: the class of its items. */
  readonly items?: ItemsRule;
  /** Set for a body that is an array of texts. */
  readonly texts?: TextsRule;
  /** A body that is no object, or none at all, counts as an empty one. */
  readonly isOptional?: true;
}

export interface ItemsRule {
  readonly type: () => new () => object;
  readonly maximum: number;
  /** How more items than that are refused. */
  readonly tooMany: RefusalWords;
}

export interface TextsRule {
  readonly minimum: number;
  readonly maximum: number;
  readonly tooMany: RefusalWords;
  /** Length that each text has at least. */
  readonly lengthMin: number;
}

const BODY = Symbol.for('foretell.contracts.body');

/** Says how a body of this class is refused. */
export function BodyRefusal(refusal: RefusalWords): ClassDecorator {
  return (type) => Reflect.defineMetadata(BODY, { ...bodyRule(type), refusal }, type);
}

/** Makes a class that extends Array the body of a request: an array of at most so many items of one class. */
export function ItemsOf(type: ItemsRule['type'], { maximum, tooMany }: Omit<ItemsRule, 'type'>): ClassDecorator {
  return (list) => Reflect.defineMetadata(BODY, { ...bodyRule(list), items: { type, maximum, tooMany } }, list);
}

/** Makes a class that extends Array<string> the body of a request: an array of texts. */
export function TextsOf(texts: TextsRule): ClassDecorator {
  return (list) => Reflect.defineMetadata(BODY, { ...bodyRule(list), texts }, list);
}

/** Takes a body that is no object for an empty one of this class. */
export function OptionalBody(): ClassDecorator {
  return (type) => Reflect.defineMetadata(BODY, { ...bodyRule(type), isOptional: true }, type);
}

export function bodyRule(type: object): BodyRule {
  return (Reflect.getMetadata(BODY, type) as BodyRule | undefined) ?? {};
}
