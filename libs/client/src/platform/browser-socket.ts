import type { OpenSocket } from '../streams/socket';

const NO_CLOSE = 1006;

/** The browser's WebSocket. It cannot pause reading, and closing it may take long when the network is gone. */
export const openBrowserSocket: OpenSocket = (url, { opened, received, closed }) => {
  const socket = new WebSocket(url);
  let isOver = false;
  const finish = (code: number, reason: string): void => {
    if (isOver) return;
    isOver = true;
    closed(code, reason);
  };
  const end = (reason: string): void => {
    socket.close();
    finish(NO_CLOSE, reason);
  };
  socket.addEventListener('open', opened);
  socket.addEventListener('message', ({ data }: { readonly data: unknown }) => {
    if (!isOver) received(String(data));
  });
  socket.addEventListener('close', ({ code, reason }) => finish(code, reason));
  return {
    send: (text) => {
      if (socket.readyState === WebSocket.OPEN) socket.send(text);
    },
    pause: () => end('the page reads slower than the service sends'),
    resume: () => undefined,
    end: () => end('ended here'),
  };
};
