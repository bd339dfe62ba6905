/** The four partner banks: invented, each with its own abilities and manners. */
import type { Manner } from "./manner.ts";
import type { Rail } from "./payment.ts";
import type { Verifiable } from "./read-verification.ts";

export interface Bank {
  readonly id: string;
  readonly name: string;
  /** First four letters of its IFSCs and of its NEFT and RTGS references. */
  readonly ifscPrefix: string;
  readonly rails: readonly Rail[];
  /** What a reference that was used before gets: the same answer, a refusal, or a second payment. */
  readonly repeats: "same-answer" | "duplicate" | "pays-again";
  readonly voids: boolean;
  /** What it tells the holder's name of. */
  readonly verifies: readonly Verifiable[];
  readonly callbacks: boolean;
  readonly about: string;
  readonly manner: Manner;
}

const ACCOUNT_RAILS = ["IMPS", "NEFT", "RTGS"] as const;

export const BANKS: readonly Bank[] = [
  {
    id: "meghdoot",
    name: "Meghdoot Bank",
    ifscPrefix: "MGDT",
    rails: [...ACCOUNT_RAILS, "UPI", "PAYTM", "AMAZONPAY", "CARD"],
    repeats: "same-answer",
    voids: true,
    verifies: ["account", "vpa", "phone"],
    callbacks: true,
    about: "Answers at once with the result; a repeated reference gets the same answer.",
    manner: {},
  },
  {
    id: "himshikhar",
    name: "Himshikhar Mercantile Bank",
    ifscPrefix: "HMSK",
    rails: [...ACCOUNT_RAILS, "UPI"],
    repeats: "duplicate",
    voids: true,
    verifies: ["account", "vpa"],
    callbacks: true,
    about:
      "Takes the instruction, answers PENDING and tells the result later; refuses a repeated reference (94).",
    manner: { completeAfterMs: 800 },
  },
  {
    id: "purvasagar",
    name: "Purvasagar Union Bank",
    ifscPrefix: "PVSG",
    rails: [...ACCOUNT_RAILS, "CARD"],
    repeats: "pays-again",
    voids: false,
    verifies: [],
    callbacks: false,
    about: "Old host: pays a repeated reference again, never calls back, finds new references late.",
    manner: { notFoundLagMs: 2_000 },
  },
  {
    id: "jugnu",
    name: "Jugnu Payments Bank",
    ifscPrefix: "JGNU",
    rails: ["IMPS", "UPI", "PAYTM", "AMAZONPAY", "CARD"],
    repeats: "same-answer",
    voids: false,
    verifies: ["account", "vpa", "phone"],
    callbacks: true,
    about: "UPI, wallets and cards; tells every result by callback too, some twice, some in the wrong order.",
    manner: {
      ratePerSecond: 2_000,
      callbacks: { always: true, duplicateChance: 0.2, reorderChance: 0.1 },
    },
  },
];

export const BANK_BY_ID: ReadonlyMap<string, Bank> = new Map(BANKS.map((bank) => [bank.id, bank]));
