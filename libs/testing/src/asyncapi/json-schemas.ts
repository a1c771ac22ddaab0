import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { DocumentBuilder, SwaggerModule } from '@nestjs/swagger';

export type JsonSchema = Readonly<Record<string, unknown>>;

@Module({})
class NoRoutes {}

/**
 * The JSON schemas of documented classes and of the classes in them, by class name, with references into `#/components/schemas`.
 */
export async function jsonSchemas(classes: readonly (new () => object)[]): Promise<Readonly<Record<string, JsonSchema>>> {
  const app = await NestFactory.create(NoRoutes, { logger: false });
  const { components } = SwaggerModule.createDocument(app, new DocumentBuilder().build(), { extraModels: [...classes] });
  await app.close();
  const schemas = Object.entries(components?.schemas ?? {}).map(([name, schema]) => [name, withoutNullable(schema)] as const);
  return Object.fromEntries(schemas.sort(([one], [other]) => (one < other ? -1 : 1)));
}

/** OpenAPI 3.0 uses `nullable: true`; JSON Schema lists null among the types. */
function withoutNullable(schema: object): JsonSchema {
  const { nullable, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, translated(value)]));
  if (nullable !== true) return rest;
  if ('type' in rest) return { ...rest, type: [rest['type'], 'null'] };
  const { description, ...reference } = rest;
  return { description, oneOf: [reference, { type: 'null' }] };
}

function translated(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(translated);
  return typeof value === 'object' && value !== null ? withoutNullable(value) : value;
}
