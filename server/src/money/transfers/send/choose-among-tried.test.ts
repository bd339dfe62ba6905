import assert from "node:assert/strict";
import { test } from "node:test";
import type { PayeeFacts } from "#beneficiaries";
import { ALL_WELL, makePlaces, type BankSnapshot } from "#health";
import { PLAIN_ROUTING } from "#routing";
import { chooseAmongTried, type ToChoose, type Tried, type TroubledBank } from "./tried-banks.ts";

const MINUTE_MS = 60_000;
const NOW = new Date("2026-11-18T06:30:00Z");
const ago = (minutes: number): Date => new Date(NOW.getTime() - minutes * MINUTE_MS);

const payee: PayeeFacts = {
  beneficiaryId: "b",
  rowVersion: "1",
  beneId: "asha",
  name: "Asha Rao",
  email: null,
  phone: null,
  accountLast4: "1191",
  sealedAccount: Buffer.from("sealed"),
  accountIndex: null,
  ifsc: "YESB0000262",
  vpa: null,
  vpaIndex: null,
  phoneIndex: null,
  cardLast4: null,
  cardNetwork: null,
  sealedCard: null,
  cardIndex: null,
  status: "verified",
  addedAt: ago(60),
  payableAt: ago(60),
  removedAt: null,
};

/** Makes a snapshot in which some banks are down or recovering. */
function snapshotOf(states: Record<string, "down" | "recovering">): BankSnapshot {
  const entries = Object.entries(states).map(([bankId, state]) => ({
    bankId,
    rail: "imps" as const,
    payeeCode: null,
    state,
    since: ago(1).getTime(),
    ill: "down" as const,
    probeAt: state === "down" ? NOW.getTime() + MINUTE_MS : null,
    calls: 20,
    successBp: 0,
    lowBp: 0,
    highBp: 1_000,
    unknownBp: 0,
    latencyMs: 300,
  }));
  return { ...ALL_WELL, snapshotNo: 1, entries };
}

const tried = (more: Partial<Tried>): Tried => ({
  refused: [],
  troubled: [],
  unreached: [],
  since: ago(20),
  last: ago(0),
  ...more,
});
const troubled = (bankId: string, minutes: number, times = 1): TroubledBank => ({
  bankId,
  at: ago(minutes),
  times,
});

function choose(more: Partial<ToChoose> & { states?: Record<string, "down" | "recovering"> }): string {
  const { states = {}, ...rest } = more;
  const chosen = chooseAmongTried(
    { config: { railCalendar: "working_days" } },
    {
      transfer: { transferKey: "t", mode: "imps", amountPaise: 100_00n, fundSourceId: "WALLET_1" },
      payee,
      fundSource: { bankId: null },
      tried: null,
      downSince: null,
      banks: ["aravali", "sagar"].map((bankId) => ({ bankId, rails: ["imps"], enabled: true })),
      routing: { ...PLAIN_ROUTING, snapshot: snapshotOf(states) },
      bankPlaces: { ...makePlaces([], new Map(), NOW.getTime()), write: async () => undefined },
      now: NOW,
      ...rest,
    },
  );
  return chosen.kind === "route" ? chosen.bankId : chosen.kind;
}

const CASES: readonly [string, Parameters<typeof choose>[0], string][] = [
  ["nothing was tried: the first", {}, "aravali"],
  ["one refused: the other", { tried: tried({ troubled: [troubled("aravali", 0)] }) }, "sagar"],
  [
    "all refused, and none is known to be down: it ends",
    { tried: tried({ troubled: [troubled("aravali", 0), troubled("sagar", 0)] }) },
    "exhausted",
  ],
  [
    "all refused, and one is known to be down: its refusal was the outage's, and it waits",
    { tried: tried({ troubled: [troubled("aravali", 0), troubled("sagar", 0)] }), states: { sagar: "down" } },
    "down",
  ],
  [
    "that one recovers, but refused a moment ago",
    {
      tried: tried({ troubled: [troubled("sagar", 14)], refused: ["aravali"] }),
      states: { sagar: "recovering" },
    },
    "down",
  ],
  [
    "that one recovers, a quarter of an hour later",
    {
      tried: tried({ troubled: [troubled("sagar", 15)], refused: ["aravali"] }),
      states: { sagar: "recovering" },
    },
    "sagar",
  ],
  [
    "it is well again, and was waited for",
    { tried: tried({ troubled: [troubled("sagar", 16)], refused: ["aravali"] }), downSince: ago(15) },
    "sagar",
  ],
  [
    "it was waited for before, and has refused since: that no stands while it is well",
    { tried: tried({ troubled: [troubled("sagar", 16)], refused: ["aravali"] }), downSince: ago(17) },
    "exhausted",
  ],
  [
    "three times are enough",
    {
      tried: tried({ troubled: [troubled("sagar", 60, 3)], refused: ["aravali"] }),
      states: { sagar: "down" },
      downSince: ago(15),
    },
    "exhausted",
  ],
  [
    "who refused for the payment's sake is never asked again, however ill",
    { tried: tried({ refused: ["aravali", "sagar"] }), states: { sagar: "down" }, downSince: ago(15) },
    "exhausted",
  ],
  [
    "who could not be reached comes before who refused",
    { tried: tried({ troubled: [troubled("aravali", 30)], unreached: ["sagar"] }), downSince: ago(20) },
    "sagar",
  ],
  [
    "one bank is down and was never asked: who is well again is asked instead",
    { tried: tried({ troubled: [troubled("aravali", 30)] }), states: { sagar: "down" }, downSince: ago(20) },
    "aravali",
  ],
];

for (const [name, given, expected] of CASES) {
  test(name, () => assert.equal(choose(given), expected));
}
