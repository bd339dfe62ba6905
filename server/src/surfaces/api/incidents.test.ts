import assert from "node:assert/strict";
import { test } from "node:test";
import { openBankAccount } from "#fund-sources";
import { openIncident, resolveIncident, workIncidents, type BankNotice } from "#health";
import { readInput } from "#http";
import { istText } from "#lib/ist";
import { makeWorld } from "#test/world";
import { openStage, type Client } from "#test/literals/stage";
import { MANNER } from "./operations/classic-rules.ts";
import { incidentFields, toIncidentQuery } from "./operations/incidents.ts";

const world = await makeWorld();
const stage = await openStage(world);
const { ctx } = world;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const NOW = new Date("2026-11-20T10:00:00+05:30");

const asked = (query: Record<string, string>, now = NOW) => {
  const read = readInput(incidentFields, query, MANNER);
  return "faults" in read ? read.faults[0]!.refusal : toIncidentQuery(read.values, now);
};
const at = (offsetMs: number): string => istText(new Date(NOW.getTime() + offsetMs));

test("without a word it is today in India that is asked about, and what is not over", () => {
  assert.deepEqual(asked({}), {
    resolved: false,
    from: new Date("2026-11-20T00:00:00+05:30"),
    to: new Date("2026-11-21T00:00:00+05:30"),
    entityCode: null,
  });
  // At this time it is already the next day in India.
  const late = asked({}, new Date("2026-11-20T20:00:00Z"));
  assert.deepEqual((late as { from: Date }).from, new Date("2026-11-21T00:00:00+05:30"));
  for (const [status, resolved] of Object.entries({ ALL: null, RESOLVED: true, UNRESOLVED: false }))
    assert.equal((asked({ status }) as { resolved: unknown }).resolved, resolved);
  for (const status of ["all", "OPEN", "constructor", " "]) assert.equal(asked({ status }), "status_invalid");
  // An empty text and the word `undefined`, which some clients send, count as absent.
  assert.deepEqual(asked({ status: "", startTime: "undefined" }), asked({}));
});

test("times at, below and above their limits", () => {
  const range = (start: number, end: number) => asked({ startTime: at(start), endTime: at(end) });
  assert.equal(typeof range(0, 0), "object");
  assert.equal(range(0, -1_000), "order_invalid");
  assert.equal(typeof range(-7 * DAY_MS, 0), "object");
  assert.equal(range(-7 * DAY_MS - 1_000, 0), "range_invalid");
  assert.equal(typeof range(-90 * DAY_MS, -89 * DAY_MS), "object");
  assert.equal(range(-90 * DAY_MS - 1_000, -89 * DAY_MS), "range_invalid");
  assert.equal(typeof range(90 * DAY_MS, 90 * DAY_MS), "object");
  assert.equal(range(90 * DAY_MS + 1_000, 91 * DAY_MS), "range_invalid");
  // One of the two without the other is combined with the default of the other.
  assert.equal(typeof asked({ startTime: at(-2 * DAY_MS) }), "object");
  assert.equal(asked({ startTime: at(-8 * DAY_MS) }), "range_invalid");
  assert.equal(asked({ endTime: at(-DAY_MS) }), "order_invalid");
});

test("a time is a date and a time of day that exist, written in one way", () => {
  for (const time of [
    "2026-11-20",
    "2026-11-20T10:00:00",
    "2026-02-30 00:00:00",
    "20-11-2026 10:00:00",
    "now",
  ]) {
    assert.equal(asked({ startTime: time }), "start_invalid", time);
    assert.equal(asked({ endTime: time }), "end_invalid", time);
  }
  assert.equal(asked({ startTime: "x", status: "x" }), "status_invalid");
  assert.equal(asked({ startTime: "x", endTime: "x" }), "start_invalid");
});

const notice = (changes: Partial<BankNotice> = {}): BankNotice => ({
  entity: "bank",
  entityCode: "HDFC",
  mode: "imps",
  severity: "low",
  because: "the bank's circular",
  planned: null,
  by: "system",
  ...changes,
});

const list = async (client: Client, query: Record<string, string> = {}) => {
  const { body } = await client.call("GET", "/v1/incidents", { query });
  assert.equal(body.message, "List of incidents retrieved");
  return body.data!.incidents as Record<string, unknown>[];
};

test("a merchant sees its incidents as they are, and no one else's", async () => {
  const [client, other] = [await stage.makeClient("rest"), await stage.makeClient("rest")];
  const { merchantId } = client.merchant;
  await openIncident(ctx, merchantId, notice());
  const tomorrow = new Date(Date.now() + DAY_MS);
  const planned = { from: tomorrow, to: new Date(tomorrow.getTime() + HOUR_MS) };
  await openIncident(
    ctx,
    merchantId,
    notice({ entityCode: "SBIN", mode: "neft", severity: "high", planned }),
  );

  const [found, ...more] = await list(client);
  assert.deepEqual(more, []);
  const { createdAt, ...rest } = found!;
  assert.match(String(createdAt), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual(rest, {
    id: 1,
    type: "BENEFICIARY",
    entity: "BANK",
    mode: "IMPS",
    resolvedAt: "",
    isScheduled: false,
    isResolved: false,
    impact: "LOW",
    entityName: "HDFC Bank",
    entityCode: "HDFC",
  });
  const soon = { startTime: istText(tomorrow), endTime: istText(new Date(tomorrow.getTime() + DAY_MS)) };
  const ahead = await list(client, { ...soon, entityCode: "sbin" });
  assert.deepEqual(
    ahead.map(({ id, isScheduled, impact, isResolved }) => [id, isScheduled, impact, isResolved]),
    [[2, true, "HIGH", false]],
  );
  // An ongoing incident is listed on every day from its beginning.
  assert.equal((await list(client, soon)).length, 2);
  assert.deepEqual(await list(client, { entityCode: "SBIN" }), []);
  assert.deepEqual(await list(client, { status: "RESOLVED" }), []);
  assert.deepEqual(await list(other, { ...soon, status: "ALL" }), []);

  await resolveIncident(ctx, merchantId, { incidentNo: 1, by: "system" });
  await workIncidents(ctx, merchantId);
  const [over] = await list(client, { status: "RESOLVED" });
  assert.equal(over!.isResolved, true);
  assert.match(String(over!.resolvedAt), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual(await list(client), []);
  assert.equal((await list(client, { status: "ALL" })).length, 1);
});

const down = async (client: Client, query: Record<string, string> = {}) => {
  const { body } = await client.call("GET", "/v1.2/downtimes", { query });
  assert.equal(body.message, "List of downtimes retrieved");
  return body.data!.downtimes as Record<string, unknown>[];
};

test("downtimes are those of banks that fund sources pay through, by fund source and standing", async () => {
  const [client, other] = [
    await stage.makeClient("rest", { bankIds: ["meghdoot", "jugnu"] }),
    await stage.makeClient("rest"),
  ];
  const { merchantId } = client.merchant;
  const ours = { entity: "our_bank", severity: "high" } as const;
  const account = { bankId: "jugnu", name: "Current account", ifsc: "HDFC0000001", by: "system" } as const;
  const { fundSourceId } = await openBankAccount(ctx, merchantId, {
    ...account,
    accountNumber: "50100012345",
  });
  await openIncident(ctx, merchantId, notice());
  await openIncident(ctx, merchantId, notice({ ...ours, entityCode: "meghdoot" }));
  const from = new Date(Date.now() + DAY_MS);
  const planned = { from, to: new Date(from.getTime() + HOUR_MS) };
  await openIncident(ctx, merchantId, notice({ ...ours, entityCode: "jugnu", mode: "neft", planned }));

  // Planned downtimes come first, since they begin last. Downtimes of payees' banks are not listed here.
  const [soon, now, ...more] = await down(client);
  assert.deepEqual(more, []);
  const { startedAt, ...rest } = now!;
  assert.match(String(startedAt), /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  assert.deepEqual(rest, {
    id: 2,
    fundSources: [{ paymentInstrumentId: "WALLET_1", name: "Wallet" }],
    bankId: "meghdoot",
    bankName: "Meghdoot Bank",
    incidentType: "UNSCHEDULED",
    mode: "IMPS",
    endsAt: "",
    resolvedAt: "",
    status: "ACTIVE",
    severity: "HIGH",
  });
  assert.deepEqual(
    [soon!.id, soon!.incidentType, soon!.status, soon!.startedAt, soon!.endsAt],
    [3, "SCHEDULED", "UPCOMING", istText(planned.from), istText(planned.to)],
  );
  const idsOf = async (query: Record<string, string>) => (await down(client, query)).map(({ id }) => id);
  assert.deepEqual(await idsOf({ paymentInstrumentId: fundSourceId }), [3]);
  assert.deepEqual(await idsOf({ paymentInstrumentId: "WALLET_1", status: "ACTIVE" }), [2]);
  await resolveIncident(ctx, merchantId, { incidentNo: 2, by: "system" });
  await workIncidents(ctx, merchantId);
  assert.deepEqual([await idsOf({ status: "ACTIVE" }), await idsOf({ status: "RESOLVED" })], [[], [2]]);
  assert.deepEqual(await down(other), []);
  // The contract's own list remains unchanged: it has payees' banks only.
  assert.deepEqual(
    (await list(client, { status: "ALL" })).map(({ id, type }) => [id, type]),
    [[1, "BENEFICIARY"]],
  );
});
