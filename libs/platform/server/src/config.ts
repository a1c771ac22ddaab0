import 'reflect-metadata';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/** The faults of a surface's environment, all of them at once. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Reads configuration from an environment into classes whose property names are the variables' names. Every fault of every
 * class is reported together; values are never printed, because some are secrets. Only *.config.ts files call this.
 */
export function readConfig<T extends object>(type: ClassConstructor<T>, environment: NodeJS.ProcessEnv): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const config = plainToInstance(type, given, { exposeDefaultValues: true, enableImplicitConversion: false });
  const faults = validateSync(config, { whitelist: true, skipUndefinedProperties: false }).flatMap(faultsOf);
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function faultsOf(error: ValidationError): string[] {
  return Object.values(error.constraints ?? { invalid: `${error.property} is invalid` });
}
