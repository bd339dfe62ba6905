import assert from "node:assert/strict";
import { after, test } from "node:test";
import fc from "fast-check";
import { istDate, istText } from "#lib/ist";
import {
  BANK_HOLIDAYS,
  CALENDARS,
  isOpen,
  makeCalendar,
  neftBatchAfter,
  nextOpening,
  parseHolidays,
} from "#rails";

const ist = (text: string): Date => new Date(`${text.replace(" ", "T")}+05:30`);

const zone = process.env.TZ;
after(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

/** Service hours of NEFT and RTGS: moment in India, whether open, and when it opens next. */
const HOURS: [string, boolean, string][] = [
  ["2026-11-18 00:59:59.999", false, "2026-11-18 01:00:00"],
  ["2026-11-18 01:00:00", true, "2026-11-18 01:00:00"],
  ["2026-11-18 18:44:59.999", true, "2026-11-18 18:44:59"],
  ["2026-11-18 18:45:00", false, "2026-11-19 01:00:00"],
  // August 2026: Saturdays on the 1st, 8th, 15th (Independence Day), 22nd and 29th.
  ["2026-08-01 12:00:00", true, "2026-08-01 12:00:00"],
  ["2026-08-08 12:00:00", false, "2026-08-10 01:00:00"],
  ["2026-08-15 12:00:00", false, "2026-08-17 01:00:00"],
  ["2026-08-22 12:00:00", false, "2026-08-24 01:00:00"],
  ["2026-08-29 12:00:00", true, "2026-08-29 12:00:00"],
  ["2026-05-16 12:00:00", true, "2026-05-16 12:00:00"],
  // Friday evening before a second Saturday; a Sunday.
  ["2026-08-07 18:45:00", false, "2026-08-10 01:00:00"],
  ["2026-08-02 12:00:00", false, "2026-08-03 01:00:00"],
  // National holidays; 26 January 2026 is a Monday after a fourth Saturday.
  ["2026-01-23 19:00:00", false, "2026-01-27 01:00:00"],
  ["2026-10-02 12:00:00", false, "2026-10-03 01:00:00"],
  // The turn of the year, and of a leap February.
  ["2026-12-31 18:44:59", true, "2026-12-31 18:44:59"],
  ["2026-12-31 18:45:00", false, "2027-01-01 01:00:00"],
  ["2027-01-01 00:30:00", false, "2027-01-01 01:00:00"],
  ["2028-02-28 20:00:00", false, "2028-02-29 01:00:00"],
  ["2028-02-29 12:00:00", true, "2028-02-29 12:00:00"],
  ["2028-02-29 20:00:00", false, "2028-03-01 01:00:00"],
  ["2020-02-29 12:00:00", true, "2020-02-29 12:00:00"],
];

for (const name of ["UTC", "America/New_York", "Asia/Kolkata"]) {
  test(`NEFT and RTGS keep Indian hours in a process at ${name}`, () => {
    process.env.TZ = name;
    const expected = { UTC: 0, "America/New_York": 300, "Asia/Kolkata": -330 }[name];
    assert.equal(
      new Date("2026-01-15T00:00:00Z").getTimezoneOffset(),
      expected,
      "the process really is there",
    );
    for (const service of ["neft", "rtgs"] as const) {
      for (const [text, open, opening] of HOURS) {
        assert.equal(isOpen(service, ist(text)), open, `${service} ${text}`);
        assert.equal(istText(nextOpening(service, ist(text))), opening, `${service} ${text}`);
      }
    }
  });
}

test("withdrawals are processed from 8:00 to 18:45 on the same working days", () => {
  assert.equal(isOpen("withdrawal", ist("2026-11-18 07:59:59")), false);
  assert.equal(isOpen("withdrawal", ist("2026-11-18 08:00:00")), true);
  assert.equal(isOpen("withdrawal", ist("2026-11-18 18:45:00")), false);
  assert.equal(istText(nextOpening("withdrawal", ist("2026-11-13 18:45:00"))), "2026-11-16 08:00:00");
});

test("the other rails never close, and the preset neft_24x7 opens NEFT and RTGS for good", () => {
  const sunday = ist("2026-08-02 03:00:00");
  for (const rail of ["imps", "upi", "paytm", "amazonpay", "card"] as const)
    assert.equal(isOpen(rail, sunday), true);
  for (const rail of ["neft", "rtgs"] as const) {
    assert.equal(isOpen(rail, sunday, CALENDARS.neft_24x7), true);
    assert.equal(nextOpening(rail, sunday, CALENDARS.neft_24x7), sunday);
  }
  assert.equal(isOpen("withdrawal", sunday, CALENDARS.neft_24x7), false);
});

test("the next opening is open, is not before the moment, and nothing opens sooner", () => {
  const moments = fc.date({
    min: ist("2024-01-01 00:00:00"),
    max: ist("2030-01-01 00:00:00"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(moments, fc.constantFrom("neft" as const, "withdrawal" as const), (at, service) => {
      const opening = nextOpening(service, at);
      assert.ok(isOpen(service, opening));
      assert.equal(opening.getTime() === at.getTime(), isOpen(service, at));
      for (let probe = at.getTime(); probe < opening.getTime(); probe += 15 * 60_000) {
        assert.equal(isOpen(service, new Date(probe)), false);
      }
    }),
  );
});

test("NEFT settles with the next half hour, the day's last with that of 19:00", () => {
  const batches: [string, string][] = [
    ["2026-11-18 10:00:00", "2026-11-18 10:30:00"],
    ["2026-11-18 10:29:59.999", "2026-11-18 10:30:00"],
    ["2026-11-18 18:44:59", "2026-11-18 19:00:00"],
    ["2026-11-18 18:45:00", "2026-11-19 01:30:00"],
  ];
  for (const [at, batch] of batches) assert.equal(istText(neftBatchAfter(ist(at))), batch);
  assert.equal(
    istText(neftBatchAfter(ist("2026-08-02 23:59:59"), CALENDARS.neft_24x7)),
    "2026-08-03 00:00:00",
  );
});

test("a state's holidays count for that state, national ones for all", () => {
  const table = [
    ...BANK_HOLIDAYS,
    ...parseHolidays("date,office,name\n2026-11-18,haryana,A day of the state\n"),
  ];
  const noon = ist("2026-11-18 12:00:00");
  assert.equal(isOpen("neft", noon, makeCalendar("working_days", table, "haryana")), false);
  assert.equal(isOpen("neft", noon, makeCalendar("working_days", table, "kerala")), true);
  assert.equal(
    isOpen("neft", ist("2026-01-26 12:00:00"), makeCalendar("working_days", table, "haryana")),
    false,
  );
});

test("the shipped table has the three national days of each year it covers", () => {
  const expected = [2025, 2026, 2027].flatMap((year) => [`${year}-01-26`, `${year}-08-15`, `${year}-10-02`]);
  assert.deepEqual(
    BANK_HOLIDAYS.map(({ date }) => date),
    expected,
  );
});

test("a holiday table with a line that cannot be read is refused, with the line's number", () => {
  assert.throws(() => parseHolidays(""), /begins with the line/);
  for (const line of [
    "2026-02-30,all,No such day",
    "26-01-2026,all,Day",
    "2026-01-26,all",
    "2026-01-26,All,Day,x",
  ]) {
    assert.throws(() => parseHolidays(`# list\ndate,office,name\n\n${line}`), /^Error: line 4 /);
  }
});

test("a calendar without any working day is reported, not waited for", () => {
  const everyDay = Array.from({ length: 800 }, (_, day) => ({
    date: istDate(new Date(ist("2026-01-01 00:00:00").getTime() + day * 86_400_000)),
    office: "all",
    name: "shut",
  }));
  const shut = makeCalendar("working_days", everyDay);
  assert.throws(() => nextOpening("neft", ist("2026-01-01 00:00:00"), shut), /no working day/);
});
