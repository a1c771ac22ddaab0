import { Type } from 'class-transformer';
import { IsInt, Max, Min } from 'class-validator';
import { SOCKET_BOUNDS } from '../socket-bounds';

/** Of an environment's CONNECTIONS_PER_ADDRESS: as many as a process takes are no bound. */
export function ConnectionsField(): PropertyDecorator {
  const message = `CONNECTIONS_PER_ADDRESS must be a whole number from 1 to ${SOCKET_BOUNDS.connections}`;
  return (prototype, name) => {
    Type(() => Number)(prototype, name);
    IsInt({ message })(prototype, name);
    Min(1, { message })(prototype, name);
    Max(SOCKET_BOUNDS.connections, { message })(prototype, name);
  };
}
