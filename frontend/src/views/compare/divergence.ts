/** Where a Jensen–Shannon divergence stands on its scale, from 0 to ln 2. */
export const MOST = Math.LN2;

export const placeOf = (nats: number): number => Math.sqrt(Math.min(1, Math.max(0, nats / MOST)));
