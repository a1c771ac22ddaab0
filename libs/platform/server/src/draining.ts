import { Injectable } from '@nestjs/common';

/** Whether the process has begun to stop: it reports not ready, so that clients move elsewhere before it refuses requests. */
@Injectable()
export class Draining {
  private hasBegun = false;

  get isOn(): boolean {
    return this.hasBegun;
  }

  begin(): void {
    this.hasBegun = true;
  }
}
