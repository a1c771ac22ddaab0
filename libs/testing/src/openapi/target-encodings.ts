const ENCODINGS: readonly ((target: string, at: number) => string)[] = [
  (target) => target.toUpperCase(),
  (target, at) => target.slice(0, at) + target.slice(at, at + 1).toUpperCase() + target.slice(at + 1),
  (target) => `${target}/`,
  (target) => `${target}//`,
  (target) => `/${target}`,
  (target) => `${target}?`,
  (target) => `${target}?a=1?b=2`,
  (target) => `${target}?${target}`,
  (target) => `${target}#`,
  (target) => `${target}#x?y`,
  (target) => `${target}?a#b`,
  (target) => `http://x${target}`,
  (target) => target.slice(1),
  (target) => `${target};a=b`,
  (target) => `/.${target}`,
  (target) => `/x/..${target}`,
  (target) => `${target}/.`,
  (target) => `${target}/%2e%2e`,
  (target) => target.replaceAll('/', '\\'),
  (target, at) => `${target.slice(0, at)}%${target.charCodeAt(at % target.length).toString(16)}${target.slice(at + 1)}`,
  (target, at) => `${target.slice(0, at)}%2f${target.slice(at)}`,
  (target, at) => `${target.slice(0, at)}/${target.slice(at)}`,
  (target, at) => `${target.slice(0, at)}\u00a0${target.slice(at)}`,
  (target, at) => `${target.slice(0, at)}\u00e9${target.slice(at)}`,
  (target, at) => `${target.slice(0, at)}\t${target.slice(at)}`,
  (target, at) => `${target.slice(0, at)}\f${target.slice(at)}`,
  (target) => `/public${target}`,
  (target) => `/docs${target}`,
];

export const ENCODING_COUNT = ENCODINGS.length;

/** A request target in one of the encodings on which URL parsers differ; `at` is the changed position, if there is one. */
export function encodedTarget(target: string, way: number, at: number): string {
  const write = ENCODINGS[way];
  return write === undefined || target === '' ? target : write(target, at % target.length);
}
