import type { ReplicasOptions, TwoReplicas } from '../../harness/two-replicas';

/** One fault that two replicas of the trading service meet under load. */
export interface Fault {
  /** By which `--only` names it. */
  readonly name: string;
  readonly what: string;
  /** How long it lasts when not as long as usual. */
  readonly lastsMillis?: number;
  /** The servers and links that it needs. Nothing has failed yet. */
  stage(atEnd: AtEnd): Promise<Stage>;
}

export interface Stage {
  readonly options: ReplicasOptions;
  begin(replicas: TwoReplicas): Promise<void> | void;
  /** What ends after a while, if it does. */
  end?(replicas: TwoReplicas): Promise<void> | void;
}

/** What is to be removed whatever happens; the last one first. */
export type AtEnd = (remove: () => Promise<void> | void) => void;
