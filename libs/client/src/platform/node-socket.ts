import { WebSocket } from 'ws';
import type { OpenSocket } from '../streams/socket';

/** A connection of the ws library, which can pause reading. */
export const openNodeSocket: OpenSocket = (url, { opened, received, closed }) => {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  let fault = '';
  socket.on('open', opened);
  socket.on('message', (data: Buffer) => received(data.toString('utf8')));
  socket.on('error', (cause) => (fault = cause.message));
  socket.on('close', (code, reason) => closed(code, reason.toString('utf8') || fault));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    pause: () => socket.pause(),
    resume: () => {
      if (socket.isPaused) socket.resume();
    },
    end: () => socket.terminate(),
  };
};
