/** Adds an entry; beyond `most` the oldest is evicted. So a map that callers fill is bounded. */
export function holdNewest<K, V>(held: Map<K, V>, key: K, value: V, most: number): void {
  held.set(key, value);
  if (held.size <= most) return;
  for (const oldest of held.keys()) {
    held.delete(oldest);
    return;
  }
}
