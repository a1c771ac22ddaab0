export interface Paint {
  readonly bold: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly green: (text: string) => string;
  readonly red: (text: string) => string;
  readonly cyan: (text: string) => string;
  readonly yellow: (text: string) => string;
}

/** Colours, or the texts unchanged. */
export function createPaint(isColoured: boolean): Paint {
  const wrap = (open: number, close: number) => (text: string) =>
    isColoured && text !== '' ? `\x1b[${open}m${text}\x1b[${close}m` : text;
  return {
    bold: wrap(1, 22),
    dim: wrap(2, 22),
    green: wrap(32, 39),
    red: wrap(31, 39),
    cyan: wrap(36, 39),
    yellow: wrap(33, 39),
  };
}
