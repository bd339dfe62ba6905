import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Config } from "#lib/config";
import { ANNOUNCED, announcementOf, type AnnouncedChange } from "./announced.ts";
import { writeNotice } from "./announce-changes.ts";

test("every audited action of what protects an organization is announced or said to be silent", () => {
  const root = join(import.meta.dirname, "../..");
  const files = globSync("**/*.ts", { cwd: root }).filter(
    (file) => !/\.test\.ts$|(^|\/)test\//.test(file) && !file.startsWith("people/entry/announced"),
  );
  const found = new Set(
    files.flatMap((file) => {
      const text = readFileSync(join(root, file), "utf8");
      if (!/recordAudit|AuditEntry|readonly action:|change: *$|\bnote\w*\(/m.test(text)) return [];
      assert.ok(!/action: `access\./.test(text), `${file} puts an action together: write it whole`);
      return text.match(/(?<=")access\.[a-z_]+(?=")/g) ?? [];
    }),
  );
  const silent = [...found].filter((action) => ANNOUNCED[action] === undefined);
  assert.deepEqual(silent, [], "these say neither whether they are announced nor that they are not");
  const all = files.map((file) => readFileSync(join(root, file), "utf8")).join("\n");
  const gone = Object.keys(ANNOUNCED).filter((action) => !all.includes(`"${action}"`));
  assert.deepEqual(gone, [], "no one records these any more");
});

const config = { publicUrl: "https://pay.example", port: 1 } as Config;
const person = { memberId: "1", name: "Olga", email: "", emailProved: true, approves: false };
const changeOf = (action: string, nth: number, record: Partial<AnnouncedChange> = {}): AnnouncedChange => ({
  seq: BigInt(nth),
  at: new Date(Date.UTC(2026, 7, 1, 0, nth)),
  actor: "system",
  subject: "",
  detail: {},
  announcement: ANNOUNCED[action]![0]!,
  memberId: null,
  ...record,
});
const write = (changes: readonly AnnouncedChange[]) => {
  const organization = { name: "Neem" };
  const notice = { person, organization, changes, named: new Map(), ticket: null };
  const { paragraphs, table } = writeNotice({ config }, notice);
  return { paragraphs, said: table!.rows.map(([, what]) => what!) };
};

test("a notice shows the latest count of a repeated change", () => {
  const counts = [20, 40, 60];
  const { said } = write(
    counts.map((count, nth) => changeOf("beneficiaries.many_removed", nth, { detail: { count } })),
  );
  assert.equal(said.length, 1);
  assert.match(said[0]!, /In seven days: 60.*; 3 times until/);
});

test("a notice lists 100 changes with every kind of them, and counts the others by kind", () => {
  const added = (count: number) =>
    Array.from({ length: count }, (_, nth) => changeOf("access.member_added", nth, { memberId: `${nth}` }));
  const few = write(added(25));
  assert.deepEqual([few.said.length, few.paragraphs.length], [25, 2]);
  const many = write([...added(120), changeOf("access.role_made", 121)]);
  assert.deepEqual([many.said.length, many.said.at(-1)], [100, "Role made"]);
  assert.equal(
    many.paragraphs.at(-1),
    "21 more are in the audit log (page Access Management): Member added (21).",
  );
});

test("Owners hear of a blocked bank, many blocks, a rule that blocks, changed shares and another queuing time", () => {
  const say = (action: string, detail: Record<string, string | number | boolean | null>) => {
    const found = announcementOf({ action, detail });
    return found && `${found.what}${found.more?.({ detail, subject: "" }) ?? ""}`;
  };
  const rule = { kind: "transfer_limit", effect: "block", active: true };
  const blocked = "Payees blocked by their bank or branch";
  const many =
    "Many payees blocked by one member. In seven days: 20. An Owner can undo them on the page Settings, Blocked payees";
  const blocking = "Risk rule that blocks payments added or changed: transfer limit";
  const shares = "Shares that the fund sources pay changed";
  const queuing = "Time that payments wait for money changed";
  for (const [action, detail, said] of [
    ["risk.payee_blocked", { kind: "bank", shown: "YESB" }, `${blocked}: YESB`],
    ["risk.payee_blocked", { kind: "ifsc", shown: "HDFC0000001" }, `${blocked}: HDFC0000001`],
    ["risk.payee_blocked", { kind: "vpa", shown: "…@upi" }, null],
    ["risk.many_payees_blocked", { count: 20 }, many],
    ["risk.rule_added", rule, blocking],
    ["risk.rule_changed", rule, blocking],
    ["risk.rule_added", { ...rule, effect: "review" }, null],
    ["risk.rule_changed", { ...rule, active: false }, null],
    [
      "fund-sources.shares_set",
      { FUNDSOURCE_1: 70, BANK_1: 30 },
      `${shares}: FUNDSOURCE_1 70 %, BANK_1 30 %`,
    ],
    ["fund-sources.shares_set", {}, `${shares}: none, the wallet pays`],
    ["transfers.queuing_time_set", { hours: 1 }, `${queuing}. Hours: 1`],
    ["transfers.queuing_time_set", { hours: null }, `${queuing}. They do not wait`],
  ] as const)
    assert.equal(say(action, detail), said, action);
});
