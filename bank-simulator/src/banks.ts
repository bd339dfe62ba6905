/** The four partner banks. They are invented, and each has its own abilities and behaviour. */
import { COUNTERPARTS } from "./counterparts.ts";
import { ISO_BANK } from "./iso-bank.ts";
import type { Manner } from "./manner.ts";
import type { Rail } from "./payment.ts";
import type { Verifiable } from "./read-verification.ts";

export interface Bank {
  readonly id: string;
  readonly name: string;
  /** The first four letters of its IFSCs and of its NEFT and RTGS references. */
  readonly ifscPrefix: string;
  readonly rails: readonly Rail[];
  /** The result of a reference that was used before: the same answer, a refusal, or a second payment. */
  readonly repeats: "same-answer" | "duplicate" | "pays-again";
  readonly voids: boolean;
  /** The kinds of payee whose holder's name it can verify. */
  readonly verifies: readonly Verifiable[];
  readonly callbacks: boolean;
  readonly statements: StatementTerms;
  readonly about: string;
  readonly manner: Manner;
}

/** The contents of the bank's account statements. */
export interface StatementTerms {
  readonly kinds: readonly StatementKind[];
  /** Each line has an ID of the bank's, the same on every statement. */
  readonly lineIds: boolean;
  /** Each line says which kind it is. */
  readonly lineKinds: boolean;
  /** The place of the customer's reference: in a field, only in the narration, or nowhere. */
  readonly references: "field" | "narration" | "nowhere";
  readonly utrs: boolean;
  /** Longer narrations are cut. */
  readonly narrationMax: number;
}

export type StatementKind = "intraday" | "end-of-day";

const PLAIN_STATEMENTS: StatementTerms = {
  kinds: ["intraday", "end-of-day"],
  lineIds: true,
  lineKinds: true,
  references: "field",
  utrs: true,
  narrationMax: 140,
};

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
    statements: PLAIN_STATEMENTS,
    about: "Responds immediately with the result; a repeated reference gets the same response.",
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
    statements: { ...PLAIN_STATEMENTS, references: "narration", narrationMax: 30 },
    about:
      "Accepts the payment, responds PENDING and reports the result later; refuses a repeated reference (94).",
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
    statements: { ...PLAIN_STATEMENTS, kinds: ["end-of-day"], lineIds: false, utrs: false },
    about: "Old host: pays a repeated reference again, never calls back, and finds new references late.",
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
    statements: { ...PLAIN_STATEMENTS, kinds: ["intraday"], lineKinds: false, references: "nowhere" },
    about:
      "UPI, wallets and cards; also reports every result by callback, some twice, some in the wrong order.",
    manner: {
      ratePerSecond: 2_000,
      callbacks: { always: true, duplicateChance: 0.2, reorderChance: 0.1 },
    },
  },
];

export const BANK_BY_ID: ReadonlyMap<string, Bank> = new Map(
  [...BANKS, ISO_BANK, ...COUNTERPARTS].map((bank) => [bank.id, bank]),
);
