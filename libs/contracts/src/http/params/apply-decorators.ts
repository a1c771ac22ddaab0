/** Combines several decorators into one, so that a property states its kind once. */
export function applyDecorators(...decorators: readonly PropertyDecorator[]): PropertyDecorator {
  return (prototype, name) => {
    for (const decorate of decorators) decorate(prototype, name);
  };
}
