import { NatsError } from 'nats';

/** A published message. */
export interface Sent {
  readonly id: string;
  /** Its header; empty when absent. */
  readonly lineage: string;
  readonly data: Uint8Array;
}

/** A stored message. */
export interface Stored extends Sent {
  readonly seq: number;
}

const WRONG_LAST_SEQUENCE = 10071;
const WRONG_LAST_MESSAGE = 10070;
const NO_STREAM = 10059;
const NO_MESSAGE = 10037;
const NO_CONSUMER = 10014;

/** The server's error reply. */
function refusal(code: number, description: string): NatsError {
  const error = new NatsError(description, '400');
  error.api_error = { code: 400, err_code: code, description };
  return error;
}

export const noStream = (): NatsError => refusal(NO_STREAM, 'stream not found');
export const noMessage = (): NatsError => refusal(NO_MESSAGE, 'no message found');
export const noConsumer = (): NatsError => refusal(NO_CONSUMER, 'consumer not found');

/** The position that a publish expects. */
export interface ExpectedBefore {
  readonly lastSequence?: number;
  readonly lastMsgID?: string;
}

/** A pull of a durable by one process. */
export interface Puller {
  deliver(message: Stored, acknowledge: () => void): void;
}

/** One durable consumer: delivers in order from its position, and redelivers unacknowledged messages. */
export class Durable {
  puller: Puller | null = null;
  /** Send time of each. */
  private readonly unacknowledged = new Map<number, number>();
  private isDeleted = false;
  private readonly over = new Set<Puller>();

  constructor(
    readonly created: string,
    private next: number,
    private readonly unacknowledgedMax: number,
    private readonly stream: SimulatedStream,
    private readonly now: () => number,
  ) {}

  get unacknowledgedCount(): number {
    return this.unacknowledged.size;
  }

  /** @returns a function that ends the pull; it does not end a newer one */
  open(puller: Puller): () => void {
    const before = this.puller;
    this.puller = puller;
    return () => {
      this.over.add(puller);
      if (this.puller !== puller) return;
      this.puller = before === null || this.over.has(before) ? null : before;
      this.pump();
    };
  }

  /** Sends all messages that may be sent. */
  pump(): void {
    while (this.puller !== null && !this.isDeleted && this.unacknowledged.size < this.unacknowledgedMax) {
      const message = this.stream.from(this.next);
      if (message === undefined) return;
      this.next = message.seq + 1;
      this.send(message);
    }
  }

  /** Redelivers unacknowledged messages sent before `sentBefore`. */
  redeliver(sentBefore: number): void {
    for (const [seq, sentAt] of [...this.unacknowledged]) {
      const message = sentAt < sentBefore ? this.stream.at(seq) : undefined;
      if (message !== undefined) this.send(message);
    }
  }

  delete(): void {
    this.isDeleted = true;
    this.puller = null;
  }

  private send(message: Stored): void {
    this.unacknowledged.set(message.seq, this.now());
    this.puller?.deliver(message, () => {
      this.unacknowledged.delete(message.seq);
      this.pump();
    });
  }
}

/** One stream on its server; each method is atomic. */
export class SimulatedStream {
  readonly durables = new Map<string, Durable>();
  private messages: Stored[] = [];
  private readonly remembered = new Map<string, { readonly seq: number; readonly until: number }>();
  private last: number;

  /** @param first position of its first message */
  constructor(
    readonly created: string,
    readonly config: { readonly duplicate_window: number },
    first: number,
  ) {
    this.last = first - 1;
  }

  state(): { readonly messages: number; readonly first_seq: number; readonly last_seq: number } {
    const [first] = this.messages;
    return { messages: this.messages.length, first_seq: first?.seq ?? this.last + 1, last_seq: this.last };
  }

  at(seq: number): Stored | undefined {
    return this.messages[seq - (this.messages[0]?.seq ?? 0)];
  }

  /** The first message at or after a position. */
  from(seq: number): Stored | undefined {
    const [first] = this.messages;
    return first === undefined ? undefined : this.at(Math.max(seq, first.seq));
  }

  newest(): Stored | undefined {
    return this.messages.at(-1);
  }

  /** @param rememberedMillis duration of deduplication by id, from `now` */
  publish(
    sent: Sent,
    { lastSequence, lastMsgID }: ExpectedBefore,
    now: number,
    rememberedMillis: number,
  ): { seq: number; duplicate: boolean } {
    const { id } = sent;
    const known = this.remembered.get(id);
    if (known !== undefined && known.until > now) return { seq: known.seq, duplicate: true };
    if (lastSequence !== undefined && lastSequence !== this.last)
      throw refusal(WRONG_LAST_SEQUENCE, `wrong last sequence: ${this.last}`);
    const lastId = this.newest()?.id ?? '';
    if (lastMsgID !== undefined && lastMsgID !== lastId) throw refusal(WRONG_LAST_MESSAGE, `wrong last msg ID: ${lastId}`);
    this.last += 1;
    this.messages.push({ ...sent, seq: this.last });
    this.remembered.set(id, { seq: this.last, until: now + rememberedMillis });
    for (const durable of this.durables.values()) durable.pump();
    return { seq: this.last, duplicate: false };
  }

  /** @param before position of the first message that is not deleted */
  purge(before = Infinity): void {
    this.messages = this.messages.filter(({ seq }) => seq >= before);
  }
}
