import { Inject, Injectable } from '@nestjs/common';
import { Draining } from './draining';

/** A condition for taking traffic: a name, and a sentence when it does not hold. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<string | null>;
}
export const READINESS_CHECKS = Symbol('ReadinessChecks');

/** A check and its state: `ok`, or a sentence. */
export interface CheckedState {
  readonly name: string;
  readonly state: string;
}

/** Whether the service can serve, and is not stopping. */
@Injectable()
export class Readiness {
  constructor(
    @Inject(READINESS_CHECKS) private readonly checks: readonly ReadinessCheck[],
    private readonly draining: Draining,
  ) {}

  /** Each check, to be run separately. */
  each(): { readonly name: string; readonly state: () => Promise<string> }[] {
    return this.checks.map((check) => ({
      name: check.name,
      state: async () => (await check.check().catch(() => 'check failed')) ?? 'ok',
    }));
  }

  /** The current state of all checks, and an entry for the stop once it has begun. */
  async states(): Promise<readonly CheckedState[]> {
    const states = await Promise.all(this.each().map(async ({ name, state }) => ({ name, state: await state() })));
    return this.draining.isOn ? [...states, { name: 'process', state: 'stopping' }] : states;
  }
}

export function areOk(states: readonly CheckedState[]): boolean {
  return states.every(({ state }) => state === 'ok');
}
