import type { RefusalWords } from '@foretell/contracts/params';
import type { HttpFailure } from '../http-failure';

/** What is wrong with a request's shape. A surface turns it into its own words. */
export interface RequestFault {
  readonly kind: 'unknown' | 'missing' | 'repeated' | 'invalid';
  readonly source: 'query' | 'path' | 'body';
  /** The parameter; empty for a body as a whole. */
  readonly field: string;
  /** Sentences that say what to change. */
  readonly faults: readonly string[];
  /** What the request's class says of the refusal, if anything; its message is among the faults already. */
  readonly code?: string;
  readonly details?: Readonly<Record<string, unknown>>;
  /** True when the class chose the words, so that the surface adds none of its own. */
  readonly isWorded: boolean;
}

/** How strict a surface is, and how it refuses. Source: interface, Errors. */
export interface RequestRules {
  readonly unknownParameters: 'refused' | 'ignored';
  /** Parameters that links and caches add and that no route reads: ignored where others are refused. */
  readonly ignoredParameters?: RegExp;
  /** Whether `?name=` is the parameter left out or an empty value of it. */
  readonly emptyTexts: 'absent' | 'values';
  /** Refuses a parameter that is given twice, also where it says the same twice. */
  readonly refusesSameTwice?: true;
  refuse(fault: RequestFault): HttpFailure;
}

/** A fault in the words of the request's class where it has some, else in the usual ones. */
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
