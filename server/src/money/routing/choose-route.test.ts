import assert from "node:assert/strict";
import { test } from "node:test";
import { CALENDARS, type Rail, RAILS, type TransferMode } from "#rails";
import {
  type BankFacts,
  chooseRoute,
  DEFAULT_POLICY,
  type NoRoute,
  passedOver,
  type Route,
  type RouteFacts,
} from "#routing";

const LAKH = 1_00_000_00n;
/** A Wednesday at noon, and at midnight, in India. */
const noon = new Date("2026-11-18T06:30:00Z");
const night = new Date("2026-11-18T18:30:00Z");
const payee = { hasAccount: true, hasVpa: true, hasPhone: true, hasCard: true };

const bank = (bankId: string, rails: readonly Rail[], more: Partial<BankFacts> = {}): BankFacts => ({
  bankId,
  rails,
  enabled: true,
  ...more,
});

const aravali = bank("aravali", ["imps", "neft", "rtgs"]);
const sagar = bank("sagar", ["imps", "neft", "upi"]);

const facts = (more: Partial<RouteFacts> = {}): RouteFacts => ({
  mode: "banktransfer",
  amountPaise: 100_00n,
  now: noon,
  payee,
  banks: [aravali, sagar],
  banksTried: [],
  fundSource: { fundSourceId: "wallet", bankId: null },
  ...more,
});

/** Writes an answer in one line: the route or the reason for none, and the candidates passed over. */
function told(answer: Route | NoRoute): string {
  const skips = passedOver(answer.explanation).map(
    ({ rail, bankId, skipped }) => `${rail}/${bankId}:${skipped}`,
  );
  const head = {
    route: () => `${(answer as Route).rail}/${(answer as Route).bankId}`,
    closed: () => `closed ${(answer as NoRoute & { kind: "closed" }).opensAt.toISOString()}`,
    down: () => `down ${(answer as NoRoute & { kind: "down" }).opensAt?.toISOString() ?? "-"}`,
    exhausted: () => "exhausted",
    impossible: () => `impossible ${(answer as NoRoute & { kind: "impossible" }).reason}`,
  }[answer.kind]();
  return [head, ...skips].join(" ");
}

const BRANCHES: [string, Partial<RouteFacts>, string][] = [
  ["the mode's first rail, the first bank", {}, "imps/aravali"],
  ["a named rail", { mode: "neft" }, "neft/aravali"],
  ["a bank without the rail is passed over", { mode: "upi" }, "upi/sagar upi/aravali:rail_not_offered"],
  ["above two lakh NEFT", { amountPaise: 3n * LAKH }, "neft/aravali"],
  [
    "above two lakh IMPS while NEFT is closed",
    { amountPaise: 3n * LAKH, now: night },
    "imps/aravali neft/aravali:rail_closed neft/sagar:rail_closed",
  ],
  [
    "above five lakh wait for NEFT",
    { amountPaise: 6n * LAKH, now: night, banks: [aravali] },
    "closed 2026-11-18T19:30:00.000Z neft/aravali:rail_closed rtgs/aravali:rail_closed",
  ],
  [
    "at night in the preset neft_24x7 NEFT goes",
    { amountPaise: 6n * LAKH, now: night, calendar: CALENDARS.neft_24x7 },
    "neft/aravali",
  ],
  ["a tried bank is passed over", { banksTried: ["aravali"] }, "imps/sagar imps/aravali:already_tried"],
  [
    "all tried",
    { mode: "imps", banksTried: ["aravali", "sagar"] },
    "exhausted imps/aravali:already_tried imps/sagar:already_tried",
  ],
  [
    "a bank that is down is passed over",
    { banks: [bank("aravali", ["imps"], { railsDown: ["imps"] }), sagar] },
    "imps/sagar imps/aravali:bank_down",
  ],
  [
    "the next rail when the first is down everywhere",
    { banks: [bank("aravali", ["imps", "neft"], { railsDown: ["imps"] })] },
    "neft/aravali imps/aravali:bank_down",
  ],
  [
    "down, and until then nothing else, though NEFT would open",
    { now: night, banks: [bank("aravali", ["imps", "neft"], { railsDown: ["imps"] })] },
    "down 2026-11-18T19:30:00.000Z imps/aravali:bank_down neft/aravali:rail_closed",
  ],
  [
    "down with no rail to open",
    { mode: "imps", banks: [bank("aravali", ["imps"], { railsDown: ["imps"] })] },
    "down - imps/aravali:bank_down",
  ],
  [
    "the payee's bank has no IMPS",
    { banks: [aravali], payee: { ...payee, railsRefused: ["imps"] } },
    "neft/aravali imps/aravali:payee_bank_lacks_rail",
  ],
  [
    "IMPS asked for, and the payee's bank has none",
    { mode: "imps", banks: [aravali], payee: { ...payee, railsRefused: ["imps"] } },
    "impossible INVALID_MODE_FAIL imps/aravali:payee_bank_lacks_rail",
  ],
  [
    "the payee's bank is down by the first rail: the next is taken",
    { banks: [aravali], payee: { ...payee, railsDown: ["imps"] } },
    "neft/aravali",
  ],
  [
    "the payee's bank is down, and no other rail is open: only that bank can say",
    { now: night, banks: [aravali], payee: { ...payee, railsDown: ["imps"] } },
    "imps/aravali neft/aravali:rail_closed",
  ],
  [
    "the payee's bank is down by the only rail that was asked for",
    { mode: "imps", banks: [aravali], payee: { ...payee, railsDown: ["imps"] } },
    "imps/aravali",
  ],
  [
    "one tried, the other down: wait",
    {
      mode: "imps",
      banksTried: ["sagar"],
      banks: [bank("aravali", ["imps"], { railsDown: ["imps"] }), sagar],
    },
    "down - imps/aravali:bank_down imps/sagar:already_tried",
  ],
  [
    "one tried, the other closed: wait",
    { mode: "neft", now: night, banksTried: ["aravali"] },
    "closed 2026-11-18T19:30:00.000Z neft/aravali:already_tried neft/sagar:rail_closed",
  ],
  [
    "a disabled bank",
    { mode: "imps", banks: [bank("aravali", ["imps"], { enabled: false })] },
    "impossible DISABLED_MODE imps/aravali:bank_disabled",
  ],
  ["no bank at all", { banks: [] }, "impossible DISABLED_MODE"],
  [
    "a rail that no bank offers",
    { mode: "paytm", banks: [aravali] },
    "impossible DISABLED_MODE paytm/aravali:rail_not_offered",
  ],
  [
    "money in a connected account leaves only by its own bank",
    { fundSource: { fundSourceId: "current", bankId: "sagar" } },
    "imps/sagar imps/aravali:not_the_banks_money",
  ],
  [
    "the bank's own ceiling",
    { banks: [bank("aravali", ["imps"], { maxPaise: { imps: 99_99n } }), sagar] },
    "imps/sagar imps/aravali:amount_above_bank_maximum",
  ],
  [
    "the bank's own ceiling, and no other bank",
    { mode: "upi", banks: [bank("sagar", ["upi"], { maxPaise: { upi: 10_00n } })] },
    "impossible INVALID_TRANSFER_AMOUNT upi/sagar:amount_above_bank_maximum",
  ],
  [
    "below RTGS's minimum",
    { mode: "rtgs", amountPaise: 2n * LAKH - 1n, banks: [aravali] },
    "impossible RTGS_MODE_FAIL rtgs/aravali:amount_below_rail_minimum",
  ],
  [
    "above IMPS's maximum",
    { mode: "imps", amountPaise: 5n * LAKH + 1n, banks: [aravali] },
    "impossible IMPS_MODE_FAIL imps/aravali:amount_above_rail_maximum",
  ],
  [
    "above Amazon Pay's maximum",
    { mode: "amazonpay", amountPaise: 10_000_01n, banks: [bank("megh", ["amazonpay"])] },
    "impossible AMAZON_AMOUNT_EXCEED amazonpay/megh:amount_above_rail_maximum",
  ],
  [
    "below one rupee",
    { mode: "amazonpay", amountPaise: 99n, banks: [bank("megh", ["amazonpay"])] },
    "impossible INVALID_TRANSFER_AMOUNT amazonpay/megh:amount_below_rail_minimum",
  ],
  [
    "above UPI's maximum",
    { mode: "upi", amountPaise: LAKH + 1n, banks: [sagar] },
    "impossible INVALID_TRANSFER_AMOUNT upi/sagar:amount_above_rail_maximum",
  ],
];

for (const [name, more, expected] of BRANCHES) {
  test(`route: ${name}`, () => {
    assert.equal(told(chooseRoute(facts(more))), expected);
  });
}

test("a payee without what the rail pays to can never be paid by it", () => {
  const lacking: [TransferMode, Partial<typeof payee>][] = [
    ["banktransfer", { hasAccount: false }],
    ["imps", { hasAccount: false }],
    ["upi", { hasVpa: false }],
    ["paytm", { hasPhone: false }],
    ["amazonpay", { hasPhone: false }],
    ["card", { hasCard: false }],
  ];
  for (const [mode, less] of lacking) {
    const all = bank("megh", RAILS);
    const answer = chooseRoute(facts({ mode, payee: { ...payee, ...less }, banks: [all] }));
    assert.equal(answer.kind === "impossible" && answer.reason, "BENEFICIARY_INVALID_MODE", mode);
    assert.equal(chooseRoute(facts({ mode, banks: [all] })).kind, "route", mode);
  }
});

test("the declared order decides by rail and amount, and banks it does not name come last as listed", () => {
  const priorities = [
    { rail: "imps" as const, uptoPaise: 1_000_00n, bankIds: ["third"] },
    { rail: "imps" as const, uptoPaise: null, bankIds: ["second", "nobody", "third"] },
    { rail: "neft" as const, uptoPaise: null, bankIds: ["third"] },
  ];
  const policy = { ...DEFAULT_POLICY, priorities };
  const banks = ["first", "second", "third"].map((id) => bank(id, ["imps", "neft"]));
  const bankIds = (amountPaise: bigint, banksTried: string[] = []): string => {
    const answer = chooseRoute(facts({ mode: "imps", amountPaise, banks, policy, banksTried }));
    return answer.kind === "route" ? answer.bankId : answer.kind;
  };
  assert.equal(bankIds(1_000_00n), "third");
  assert.equal(bankIds(1_000_00n, ["third"]), "first");
  assert.equal(bankIds(1_000_01n), "second");
  assert.equal(bankIds(1_000_01n, ["second"]), "third");
  assert.equal(bankIds(1_000_01n, ["second", "third"]), "first");
});
