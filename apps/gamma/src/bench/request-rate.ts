import { Agent, get } from 'node:http';

export interface Rate {
  readonly perSecond: number;
  readonly p99Ms: number;
}

/** Runs `work` `count` times, `lanes` at once. */
export async function rateOf(count: number, lanes: number, work: (index: number) => Promise<void>): Promise<Rate> {
  const millis: number[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < count) {
      const index = next++;
      const startedAt = performance.now();
      await work(index);
      millis.push(performance.now() - startedAt);
    }
  };
  const startedAt = performance.now();
  await Promise.all(Array.from({ length: lanes }, lane));
  const seconds = (performance.now() - startedAt) / 1000;
  millis.sort((one, other) => one - other);
  return { perSecond: Math.round(count / seconds), p99Ms: Number((millis[Math.floor(millis.length * 0.99)] ?? 0).toFixed(1)) };
}

/** Reads addresses over kept-alive connections; anything but 200 is a failure. */
export class Reader {
  private readonly agent: Agent;

  constructor(lanes: number) {
    this.agent = new Agent({ keepAlive: true, maxSockets: lanes });
  }

  read(url: string): Promise<void> {
    return new Promise((resolve, reject) => {
      const request = get(url, { agent: this.agent }, (response) => {
        response.resume();
        response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`${url} answered ${response.statusCode}`))));
      });
      request.on('error', reject);
    });
  }

  close(): void {
    this.agent.destroy();
  }
}
