import type { ReplicasOptions, TwoReplicas } from '../../harness/two-replicas';

/** A fault of two replicas of the trading service under load. */
export interface Fault {
  /** Its name in `--only`. */
  readonly name: string;
  readonly what: string;
  /** Its duration, if it differs from the default. */
  readonly lastsMillis?: number;
  /** Creates its servers and links, without a failure yet. */
  stage(atEnd: AtEnd): Promise<Stage>;
}

export interface Stage {
  readonly options: ReplicasOptions;
  begin(replicas: TwoReplicas): Promise<void> | void;
  /** Ends the fault after a while, if it does not end by itself. */
  end?(replicas: TwoReplicas): Promise<void> | void;
}

/** Registers a clean-up that always runs; the last one runs first. */
export type AtEnd = (remove: () => Promise<void> | void) => void;
