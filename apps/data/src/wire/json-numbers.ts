import { formatMicros, MICROS_PER_UNIT, microsToNumber, mulDivNearest, signedUsdcMicros } from '@foretell/units';

/** A JSON number of shares, USDC or USDC per share from its millionths, without float artefacts. */
export function fromMicros(micros: number): number {
  return microsToNumber(signedUsdcMicros(micros));
}

/** The asset of an outcome token on this service. Source: interface, Activity item. */
export function assetOf(conditionId: string, outcome: number): string {
  return `${conditionId}:${outcome}`;
}

export function unixSeconds(unixMillis: number): number {
  return Math.floor(unixMillis / 1000);
}

/** part / whole in per cent, rounded to the nearest ten-thousandth of a per cent; 0 if whole is 0. */
export function percent(partMicros: number, wholeMicros: number): number {
  if (wholeMicros === 0) return 0;
  const magnitude = mulDivNearest(Math.abs(partMicros), MICROS_PER_UNIT, wholeMicros);
  return fromMicros(magnitude * (partMicros < 0 ? -100 : 100));
}

/** USDC as the shortest decimal string. */
export function decimalOf(micros: number): string {
  return formatMicros(signedUsdcMicros(micros));
}
