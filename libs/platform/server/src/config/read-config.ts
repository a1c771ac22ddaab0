import 'reflect-metadata';
import { plainToInstance, type ClassConstructor } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';

/** All faults of a service's environment. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`configuration is not usable:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/**
 * Faults of variables that are valid individually. Runs also when other variables are faulty: `faulty` has their names, and it
 * must ignore those.
 */
export type Contradictions<T> = (config: T, faulty: ReadonlySet<string>) => readonly string[];

/**
 * Reads an environment into a class whose property names are the variables' names. All faults are reported together; values are
 * never printed, because some are secrets. An empty variable counts as unset. Only *.config.ts files call this.
 */
export function readConfig<T extends object>(
  type: ClassConstructor<T>,
  environment: NodeJS.ProcessEnv,
  contradictions: Contradictions<T> = () => [],
): T {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
  const config = plainToInstance(type, given, { exposeDefaultValues: true, enableImplicitConversion: false });
  const errors = validateSync(config, { whitelist: true, skipUndefinedProperties: false });
  const faulty = new Set(errors.map(({ property }) => property));
  const faults = [...errors.flatMap(faultsOf), ...contradictions(config, faulty)];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}

function faultsOf(error: ValidationError): string[] {
  return [...new Set(Object.values(error.constraints ?? { invalid: `${error.property} is invalid` }))];
}
