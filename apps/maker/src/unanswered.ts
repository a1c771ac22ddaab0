import { ClientError } from '@foretell/client';
import { isPassing } from './failures';

/**
 * Sends one change at a time. One whose answer was lost may have been made, or may be made later. The next attempt sends the same
 * again, which makes it once; until then nothing else may be changed.
 */
export class Unanswered {
  private waiting: (() => Promise<unknown>) | null = null;

  /** Throws ClientError. @param change must send the same each time it is called */
  async send<T>(change: () => Promise<T>): Promise<T> {
    this.waiting = change;
    try {
      const answer = await change();
      this.waiting = null;
      return answer;
    } catch (error) {
      if (!(error instanceof ClientError) || !isPassing(error)) this.waiting = null;
      throw error;
    }
  }

  /** Sends the change whose answer was lost again, if there is one. Throws ClientError. */
  async settle(): Promise<void> {
    if (this.waiting !== null) await this.send(this.waiting);
  }
}
