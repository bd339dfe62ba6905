// The rates of other ledgers on the same machine as Vitaran were measured once, by hand. `npm run bench` measures only Vitaran.

/** Transfers or ledger transactions a second; two values are the lowest and highest of several runs. */
type Rate = readonly [number] | readonly [number, number];

interface Comparison {
  readonly callers: number;
  /** After a start, and once the engine's code was compiled, where both were measured. */
  readonly vitaran: Rate;
  readonly blnk: Rate;
  readonly formance: Rate;
  /** Milliseconds that 99% of Blnk's transactions stayed below, where that was measured. */
  readonly blnkP99Ms?: number;
}

export const comparisons: readonly Comparison[] = [
  { callers: 1, vitaran: [77, 88], blnk: [200, 244], formance: [104, 131] },
  { callers: 4, vitaran: [195, 241], blnk: [174, 202], formance: [136, 150] },
  { callers: 16, vitaran: [459], blnk: [168], formance: [131], blnkP99Ms: 1_190 },
  { callers: 64, vitaran: [866], blnk: [178], formance: [134], blnkP99Ms: 2_450 },
  { callers: 256, vitaran: [1_200], blnk: [122], formance: [95] },
];

/** The conditions of the comparison, by name. */
export const comparisonCircumstances: readonly (readonly [string, string])[] = [
  ["Machine", "two cores, slower than the one of the figures above"],
  ["Yardstick", "TPC-B by pgbench: 2,004 per second with 16 clients, 958 with one"],
  ["Database", "PostgreSQL 18 for all three, fsync on; Blnk also has a Redis"],
  ["Load", "one hot account; each caller orders again when it knows the outcome"],
  ["Vitaran", "the version before decision 0043, which sends one caller's transfers 1.5 times as fast"],
];

/** These rows compare what happens between the request and the outcome. */
export const comparedWork: readonly (readonly [string, string, string])[] = [
  ["What is written", "the payment with its history, then its outcome", "one ledger transaction"],
  ["Commits", "one before a bank is instructed, one with the outcome", "no bank is instructed"],
  ["Checks", "payee, limits, risk rules, approval, balance", "those of the ledger"],
  ["Choice of rail and bank", "for each transfer, by policy and the banks' health", "not part of it"],
  ["Instruction to a bank", "one, over HTTP, to a simulated bank", "not part of it"],
  ["Message to the merchant", "a webhook event, in the commit of the outcome", "not part of it"],
];

export const rateText = (rate: Rate): string => rate.map((one) => one.toLocaleString("en-IN")).join(" to ");
