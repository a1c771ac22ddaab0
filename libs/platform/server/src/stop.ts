/** The operations of a service that a stop needs. */
export interface Stoppable {
  /** Reports not ready from now on. */
  drain(): void;
  /** Refuses new work, finishes accepted work, releases everything. */
  close(): Promise<void>;
}

/** The effects of a stop on its process. */
export interface StopPorts {
  readonly pause: (millis: number) => Promise<void>;
  /** Calls back once after this time, unless cancelled. */
  readonly after: (millis: number, late: () => void) => () => void;
  readonly say: (sentence: string) => void;
  readonly end: (code: number) => void;
}

/** Time between not ready and the first refusal: clients and load balancers check about once a second. */
const DRAIN_MILLIS = 1_000;
/** Waiting for an unreachable PostgreSQL or NATS would otherwise never end. */
const STOP_MAX_MILLIS = 14_000;

/** An orderly stop with a deadline: exits with 0 when done, or after fourteen seconds with 1 and the reason. */
export async function stopService(service: Stoppable, ports: StopPorts): Promise<void> {
  const cancel = ports.after(STOP_MAX_MILLIS, () => {
    ports.say(`the stop took longer than ${STOP_MAX_MILLIS / 1_000} s: what it waited for does not answer; the process ends`);
    ports.end(1);
  });
  service.drain();
  await ports.pause(DRAIN_MILLIS);
  try {
    await service.close();
    cancel();
    ports.end(0);
  } catch (cause) {
    cancel();
    ports.say(`the stop failed: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    ports.end(1);
  }
}
