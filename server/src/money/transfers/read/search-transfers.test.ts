import assert from "node:assert/strict";
import { test } from "node:test";
import {
  acceptTransfers,
  cancelTransfers,
  countMatches,
  countTransfers,
  searchTransfers,
  setQueuingTime,
  workTransfers,
  type SearchOrder,
  type TransferFilter,
} from "#transfers";
import { clearOfMidnight } from "#test/clear-of-midnight";
import { advance, makeFaultWorld, orderTo } from "#test/faults/fault-world";
import { makeMembers } from "#test/make-members";
import { runtimeOf } from "../runtime.ts";
import { readDay } from "./read-day.ts";

await clearOfMidnight();
const world = await makeFaultWorld();
const { ctx } = world;
const merchant = await world.makePayer({ balancePaise: 1_000_00n });
const { merchantId } = merchant;
const { asha } = await makeMembers(ctx, merchant.organizationId, { asha: "initiator" });
await setQueuingTime(ctx, merchantId, { hours: 2, by: "system" });

const paid = { ...orderTo("paid-1"), mode: "banktransfer", amountPaise: 100_00n } as const;
const byAsha = {
  ...orderTo("by-asha", { mode: "upi", vpa: "meera@ybl" }),
  payee: { inline: { name: "Meera Iyer", vpa: "meera@ybl" } },
  amountPaise: 50_00n,
  createdBy: { maker: `member:${asha}`, creator: "member" },
} as const;
const queued = { ...orderTo("too-much"), amountPaise: 5_000_00n };
const cancelled = { ...orderTo("cancelled"), amountPaise: 6_000_00n };
const accepted = await acceptTransfers(ctx, merchantId, [paid, byAsha, queued, cancelled]);
await runtimeOf(ctx).idle();
const toCancel = accepted.at(-1);
assert(toCancel?.kind === "accepted");
await cancelTransfers(ctx, merchantId, { transferIds: [toCancel.transfer.transferId], because: "test" });

async function keysOf(filter: TransferFilter, order?: SearchOrder): Promise<string[]> {
  const found = await ctx.db.inMerchant(merchantId, (tx) =>
    searchTransfers(tx, { filter, order, limit: 10 }),
  );
  return found.map(({ transfer }) => transfer.transferKey);
}

const today = new Date(Date.now() + 19_800_000).toISOString().slice(0, 10);

type Case = [string, TransferFilter, string[]];

const FILTERS: Case[] = [
  ["nothing asked for", {}, ["cancelled", "too-much", "by-asha", "paid-1"]],
  ["what is open", { states: ["queued_for_funds", "with_bank", "awaiting_approval"] }, ["too-much"]],
  ["what ended unpaid", { states: ["cancelled", "failed"] }, ["cancelled"]],
  ["paid and credited or not", { states: ["credited", "sent_to_payee_bank"] }, ["by-asha", "paid-1"]],
  ["open and ended together", { states: ["cancelled", "queued_for_funds"] }, ["cancelled", "too-much"]],
  [
    "open, ended unpaid and paid together",
    { states: ["cancelled", "credited", "sent_to_payee_bank"] },
    ["cancelled", "by-asha", "paid-1"],
  ],
  ["paid, with a reason", { states: ["credited"], reasons: ["CANCELLED"] }, []],
  ["a reason", { reasons: ["CANCELLED"] }, ["cancelled"]],
  ["a mode", { modes: ["upi"] }, ["by-asha"]],
  ["a mode that is the rail of bank transfers", { modes: ["imps"], hasUtr: true }, ["paid-1"]],
  ["the mode of bank transfers", { modes: ["banktransfer"], hasUtr: true }, ["paid-1"]],
  ["a rail", { rails: ["imps"], hasUtr: true }, ["paid-1"]],
  ["from an amount", { fromPaise: 5_000_00n }, ["cancelled", "too-much"]],
  ["up to an amount", { toPaise: 50_00n }, ["by-asha"]],
  ["without a UTR", { hasUtr: false }, ["cancelled", "too-much"]],
  [
    "a fund source",
    { fundSourceIds: [merchant.fundSourceId] },
    ["cancelled", "too-much", "by-asha", "paid-1"],
  ],
  ["another fund source", { fundSourceIds: ["nope"] }, []],
  ["from the dashboard", { sources: ["dashboard"] }, ["by-asha"]],
  ["from the dashboard or links", { sources: ["dashboard", "link"] }, ["by-asha"]],
  [
    "from the dashboard or programs",
    { sources: ["dashboard", "api"] },
    ["cancelled", "too-much", "by-asha", "paid-1"],
  ],
  ["from links", { sources: ["link"] }, []],
  ["from programs", { sources: ["api"] }, ["cancelled", "too-much", "paid-1"]],
  ["by a member", { memberId: asha! }, ["by-asha"]],
  ["by a member, with other words", { memberId: asha!, text: "paid-1" }, []],
  ["of a day", { created: { from: today, to: today } }, ["cancelled", "too-much", "by-asha", "paid-1"]],
  ["of days before", { created: { to: "2020-01-01" } }, []],
  ["ended on a day", { finished: { from: today, to: today } }, ["cancelled", "by-asha", "paid-1"]],
  ["an id", { text: " paid-1 " }, ["paid-1"]],
  ["part of a name, in any case", { text: "IYER" }, ["by-asha"]],
  ["a VPA", { text: "meera@ybl" }, ["by-asha"]],
  ["four digits of an account", { text: "1191" }, ["cancelled", "too-much", "paid-1"]],
  ["other four digits", { text: "1190" }, []],
  ...["026291800001191", " 0262 9180 0001 191", "A/c 0262-91800001191"].flatMap((text): Case[] => [
    [`an account number, ${text}`, { text }, ["cancelled", "too-much", "paid-1"]],
  ]),
  [
    "an account number with another digit but the same end",
    { text: "026291800011191" },
    ["cancelled", "too-much", "paid-1"],
  ],
  ["an account number with another end", { text: "026291800001192" }, []],
  ["a short number with this end", { text: "91191" }, []],
  ["an id in other letters", { text: "PAID-1" }, ["paid-1"]],
  ["an id in mixed letters", { text: "By-Asha" }, ["by-asha"]],
  ["a masked account", { text: "XXXX 1191" }, ["cancelled", "too-much", "paid-1"]],
  ["a labelled id in quotes", { text: 'transferId: "paid-1"' }, ["paid-1"]],
  ["a number with a sign", { text: "#999999" }, []],
  ["an amount", { text: "₹5,000.00" }, ["too-much"]],
  ["an amount with its side", { text: "5,000.00 Dr" }, ["too-much"]],
  ["an amount without its sign", { text: "Rs. 6000/-" }, ["cancelled"]],
  ["an amount that no transfer has", { text: "₹7,000.00" }, []],
  ["an amount beyond a bound", { text: "5000", fromPaise: 5_500_00n }, []],
  ["the beginning of ids", { text: "paid" }, ["paid-1"]],
  ["the beginning of ids in other letters", { text: "TOO-" }, ["too-much"]],
  ["two letters, which begin too many ids", { text: "pa" }, []],
  ["a day on which nothing was accepted", { text: "1 Jan 2020" }, []],
  ["a day within other days", { text: "1 Jan 2020", created: { from: "2020-01-02" } }, []],
  ["signs of SQL and LIKE", { text: "%' or 1=1 --" }, []],
];

for (const [name, filter, expected] of FILTERS) {
  test(`searching by ${name}`, async () => {
    assert.deepEqual(await keysOf(filter), expected);
    const { count, exact } = await ctx.db.inMerchant(merchantId, (tx) => countMatches(tx, filter));
    assert.deepEqual([count, exact], [expected.length, true]);
  });
}

test("a transfer is found by its reference id and by the bank's UTR, in whatever case", async () => {
  const [row] = await world.look<{ utr: string; id: string }>(
    "select utr, reference_id::text as id from transfers.transfer where merchant_id = $1 and transfer_key = 'paid-1'",
    [merchantId],
  );
  const { utr } = row!;
  const copied = [
    ` ${utr}`,
    `UTR:${utr}`,
    `UTR no. ${utr}`,
    `RRN ${utr.slice(0, 4)} ${utr.slice(4)}`,
    `ref #${utr}`,
    `IMPS/${utr}/ZUBIN`,
    `IMPS-${utr}-ZUBIN MEHTA`,
    `*${utr}`,
  ];
  for (const text of [utr, utr.toLowerCase(), row!.id, ...copied])
    assert.deepEqual(await keysOf({ text }), ["paid-1"], text);
});

test("a transfer is found by the day of its acceptance, as people write it", async () => {
  const [row] = await world.look<{ day: string }>(
    `select to_char(accepted_at at time zone 'Asia/Kolkata', 'DD/MM/YYYY') as day
     from transfers.transfer where merchant_id = $1 and transfer_key = 'paid-1'`,
    [merchantId],
  );
  assert.ok((await keysOf({ text: row!.day })).includes("paid-1"));
});

test("days are read as people in India write them, the last one if there is no year", () => {
  const today = "2026-11-29";
  const read = (text: string) => readDay(text, today);
  for (const text of [
    "2026-11-28",
    "28/11/2026",
    "28.11.26",
    "28-Nov-2026",
    "28 Nov",
    "28th November",
    "Nov 28, 2026",
    "28/11",
  ])
    assert.equal(read(text), "2026-11-28", text);
  assert.equal(read("30 Nov"), "2025-11-30");
  for (const text of ["31/04/2026", "29 Feb 2026", "28 Foo", "5,000.00", "1191", "11/28/2026"])
    assert.equal(read(text), null, text);
});

test("pages join without a gap or a repeat in each order", async () => {
  const orders: [SearchOrder, string[]][] = [
    ["newest", ["cancelled", "too-much", "by-asha", "paid-1"]],
    ["oldest", ["paid-1", "by-asha", "too-much", "cancelled"]],
    ["largest", ["cancelled", "too-much", "paid-1", "by-asha"]],
    ["smallest", ["by-asha", "paid-1", "too-much", "cancelled"]],
  ];
  for (const [order, expected] of orders) {
    const seen: string[] = [];
    let after: { referenceId: bigint; amountPaise: bigint } | undefined;
    for (;;) {
      const page = await ctx.db.inMerchant(merchantId, (tx) =>
        searchTransfers(tx, { filter: {}, order, after, limit: 1 }),
      );
      if (page.length === 0) break;
      after = page[0]!.transfer;
      seen.push(page[0]!.transfer.transferKey);
    }
    assert.deepEqual(seen, expected, order);
  }
});

test("counts are by public status, whatever status the filter names, and say when there are more", async () => {
  const counts = await ctx.db.inMerchant(merchantId, (tx) => countTransfers(tx, { states: ["failed"] }));
  assert.deepEqual(
    [...counts].filter(([, { count }]) => count > 0),
    [
      ["QUEUED", { count: 1, sumPaise: 5_000_00n, exact: true }],
      ["SUCCESS", { count: 2, sumPaise: 150_00n, exact: true }],
      ["REJECTED", { count: 1, sumPaise: 6_000_00n, exact: true }],
    ],
  );
  const capped = await ctx.db.inMerchant(merchantId, (tx) => countMatches(tx, {}, 1));
  // The newest open ones, the newest paid ones and the newest unpaid ones.
  assert.deepEqual(capped, { count: 3, sumPaise: 11_050_00n, exact: false });
});

test("what is found by what is open has ended once its time is over", async () => {
  await advance(world, merchant, 3 * 3_600_000);
  await workTransfers(ctx, merchantId);
  assert.deepEqual(await keysOf({ states: ["queued_for_funds"] }), []);
  assert.deepEqual(await keysOf({ states: ["failed"] }), ["too-much"]);
});

test("another merchant finds nothing of it", async () => {
  const other = await world.makeMerchant();
  const found = await ctx.db.inMerchant(other.merchantId, (tx) =>
    searchTransfers(tx, { filter: { text: "paid-1" }, limit: 10 }),
  );
  assert.deepEqual(found, []);
});
