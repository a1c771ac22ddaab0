import { IntegerField, ListField, NameField, OneOfField, TextsField } from './fields';

const SCOPES = ['key', 'address'] as const;
/** More than any service can serve in ten minutes. */
const COUNT_MAX = 1_000_000_000;

/** The current state of a service's limit. Source: interface, Limits. */
export class LimitState {
  @NameField({ description: 'The limit' })
  readonly limit!: string;

  @IntegerField({ description: 'Maximum number of requests of one caller in any window', minimum: 0, maximum: COUNT_MAX })
  readonly count!: number;

  @IntegerField({ description: 'Default count', minimum: 0, maximum: COUNT_MAX })
  readonly usual!: number;

  @IntegerField({ description: 'Length of the window in milliseconds', minimum: 1 })
  readonly windowMillis!: number;

  @OneOfField({ description: 'What requests are counted by: an API key, or a network address', names: SCOPES })
  readonly scope!: (typeof SCOPES)[number];

  @TextsField({ description: 'Routes that are counted; empty: every route of the service' })
  readonly routes!: readonly string[];
}

export class LimitsShown {
  @ListField(() => LimitState, { description: 'Every limit of the service; none where limits are switched off' })
  readonly limits!: readonly LimitState[];
}

export class LimitSetRequest {
  @NameField({ description: 'The limit, as limits show names it' })
  readonly limit!: string;

  @IntegerField({
    description: 'Maximum number of requests of one caller in any window; 0 refuses all; absent for the default',
    minimum: 0,
    maximum: COUNT_MAX,
    isOptional: true,
  })
  readonly count?: number;
}
