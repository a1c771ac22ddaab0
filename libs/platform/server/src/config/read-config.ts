import 'reflect-metadata';
import type { ClassConstructor } from 'class-transformer';
import { faultsOf, validated } from '../shape';

/** All faults of a service's environment. */
export class ConfigError extends Error {
  constructor(readonly faults: readonly string[]) {
    super(`invalid configuration:\n${faults.map((fault) => `  - ${fault}`).join('\n')}`);
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
  const { value: config, errors } = validated(type, given);
  const faulty = new Set(errors.map(({ property }) => property));
  const faults = [...errors.flatMap((error) => faultsOf(error)), ...contradictions(config, faulty)];
  if (faults.length > 0) throw new ConfigError(faults);
  return config;
}
