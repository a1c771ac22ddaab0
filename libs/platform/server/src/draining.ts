import { Injectable } from '@nestjs/common';

/** Whether the process has begun to stop: it is not ready any more, so that callers go elsewhere before it refuses them. */
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
