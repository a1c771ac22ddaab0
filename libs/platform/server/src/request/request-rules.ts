import type { RefusalWords } from '@foretell/contracts/params';
import type { HttpFailure } from '../http-failure';

/** A fault in a request's shape. A service turns it into its own words. */
export interface RequestFault {
  readonly kind: 'unknown' | 'missing' | 'repeated' | 'invalid';
  readonly source: 'query' | 'path' | 'body';
  /** The parameter; empty for a body as a whole. */
  readonly field: string;
  /** Sentences that say what to change. */
  readonly faults: readonly string[];
  /** The refusal code of the request's class, if any; its message is among the faults already. */
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** True when the class defines the text, so that the service adds none of its own. */
  readonly isWorded: boolean;
}

/** How strict a service is, and how it refuses. Source: interface, Errors. */
export interface RequestRules {
  readonly unknownParameters: 'refused' | 'ignored';
  /** Parameters that links and caches add and that no route reads: ignored where others are refused. */
  readonly ignoredParameters?: RegExp;
  /** Whether `?name=` means an absent parameter or an empty value. */
  readonly emptyTexts: 'absent' | 'values';
  /** Refuses a repeated parameter, even with equal values. */
  readonly refusesSameTwice?: true;
  refuse(fault: RequestFault): HttpFailure;
}

/** A fault in the words of the request's class when it has some, else in the default ones. */
export function faultOf(
  where: Pick<RequestFault, 'kind' | 'source' | 'field'>,
  usual: readonly string[],
  { message, code, details }: RefusalWords = {},
): RequestFault {
  return {
    ...where,
    faults: message === undefined ? usual : [message],
    ...(code === undefined ? {} : { code }),
    ...(details === undefined ? {} : { details }),
    isWorded: message !== undefined,
  };
}
