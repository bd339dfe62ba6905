/** Chance that depends only on the seed and the instruction, never on the order in which requests arrive. */

export type Chance = () => number;

/** Returns numbers in [0, 1) that are the same for the same seed and words, in every run. */
export function chanceOf(seed: string, ...words: readonly (string | number)[]): Chance {
  let state = hash(`${seed}|${words.join("|")}`);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Returns a latency drawn from a log-normal distribution, which is given by its median and its 99th percentile. */
export function drawLatencyMs(chance: Chance, shape: { p50Ms: number; p99Ms: number }): number {
  const normal = Math.sqrt(-2 * Math.log(1 - chance())) * Math.cos(2 * Math.PI * chance());
  const spread = Math.log(Math.max(shape.p99Ms, shape.p50Ms) / shape.p50Ms) / 2.326;
  return Math.min(shape.p50Ms * Math.exp(normal * spread), shape.p99Ms * 3);
}

function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 0x01000193);
  return value;
}
