import 'reflect-metadata';
import type { RefusalWords } from './param';

/** How a JSON body as a whole is refused, where the surface's usual text does not do. */
export interface BodyRule {
  readonly refusal?: RefusalWords;
  /** Set for a body that is an array: the class of its items. */
  readonly items?: ItemsRule;
}

export interface ItemsRule {
  readonly type: () => new () => object;
  readonly maximum: number;
  /** How more items than that are refused. */
  readonly tooMany: RefusalWords;
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

export function bodyRule(type: object): BodyRule {
  return (Reflect.getMetadata(BODY, type) as BodyRule | undefined) ?? {};
}
