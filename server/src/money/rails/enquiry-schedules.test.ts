import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import {
  CALENDARS,
  enquirySlots,
  neftBatchAfter,
  nextEnquiry,
  POLLING_MS,
  pollingEndsAt,
  RAILS,
} from "#rails";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const sentAt = new Date("2026-11-18T06:30:00Z");

const rails = fc.constantFrom(...RAILS);
const moments = fc.date({ min: new Date("2025-01-01"), max: new Date("2028-01-01"), noInvalidDate: true });

function firstOffsets(rail: (typeof RAILS)[number], start: Date): number[] {
  return enquirySlots(rail, { sentAt, seed: "a" }).map((slot) => slot.getTime() - start.getTime());
}

test("first enquiries come at the published offsets, later by at most a tenth of the gap", () => {
  const expected = {
    upi: [1.5 * MINUTE, 15 * MINUTE, 110 * MINUTE],
    imps: [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 10 * HOUR],
    rtgs: [10 * MINUTE, 45 * MINUTE, 2 * HOUR, 6 * HOUR],
    neft: [150 * MINUTE, 210 * MINUTE, 270 * MINUTE],
  };
  for (const [rail, offsets] of Object.entries(expected) as [keyof typeof expected, number[]][]) {
    const start = rail === "neft" ? neftBatchAfter(sentAt) : sentAt;
    const found = firstOffsets(rail, start);
    offsets.forEach((offset, index) => {
      const gap = offset - (offsets[index - 1] ?? 0);
      assert.ok(found[index]! >= offset && found[index]! <= offset + gap / 10, `${rail} ${index}`);
    });
  }
});

test("UPI is asked three times within two hours, never before 90 s, and then a few times a day", () => {
  fc.assert(
    fc.property(moments, fc.string(), (at, seed) => {
      const offsets = enquirySlots("upi", { sentAt: at, seed }).map((slot) => slot.getTime() - at.getTime());
      assert.ok(offsets[0]! >= 90_000 && offsets[2]! <= 2 * HOUR && offsets[3]! >= 7 * HOUR);
      for (const [n, offset] of offsets.entries()) if (n > 2) assert.ok(offset - offsets[n - 1]! >= 5 * HOUR);
    }),
  );
});

test("enquiries rise, are the same for the same seed, and end within 72 hours of sending", () => {
  fc.assert(
    fc.property(rails, moments, fc.string(), (rail, at, seed) => {
      const slots = enquirySlots(rail, { sentAt: at, seed });
      assert.deepEqual(slots, enquirySlots(rail, { sentAt: at, seed }));
      slots.forEach((slot, index) => assert.ok(slot > (slots[index - 1] ?? at)));
      assert.ok(slots.every((slot) => slot <= pollingEndsAt(at)));
      assert.equal(pollingEndsAt(at).getTime() - at.getTime(), POLLING_MS);
    }),
  );
});

test("every rail is asked until its 72 hours are nearly over", () => {
  fc.assert(
    fc.property(rails, moments, fc.string(), (rail, at, seed) => {
      const last = enquirySlots(rail, { sentAt: at, seed }).at(-1)!;
      assert.ok(pollingEndsAt(at).getTime() - last.getTime() <= 13 * HOUR, `${rail} ${last.toISOString()}`);
    }),
  );
});

test("different seeds spread the enquiries of one moment over the tenth", () => {
  const second = Array.from({ length: 200 }, (_, index) => {
    const slot = enquirySlots("imps", { sentAt, seed: `reference-${index}` })[1]!;
    return (slot.getTime() - sentAt.getTime() - 5 * MINUTE) / (4 * MINUTE * 0.1);
  });
  for (const quarter of [0, 1, 2, 3]) {
    const share = second.filter((value) => value >= quarter / 4 && value < (quarter + 1) / 4).length;
    assert.ok(share > 25, `quarter ${quarter} has ${share} of 200`);
  }
});

test("walking from one enquiry to the next visits every slot once, then there is none", () => {
  for (const rail of RAILS) {
    const visited: Date[] = [];
    let after = sentAt;
    for (;;) {
      const next = nextEnquiry(rail, { sentAt, after, seed: "walk" }, CALENDARS.working_days);
      if (next === null) break;
      visited.push(next);
      after = next;
    }
    assert.deepEqual(visited, enquirySlots(rail, { sentAt, seed: "walk" }, CALENDARS.working_days));
  }
});

test("after a long sleep the missed enquiries are skipped, not made up for", () => {
  const after = new Date(sentAt.getTime() + 20 * HOUR);
  const next = nextEnquiry("imps", { sentAt, after, seed: "sleep" }, CALENDARS.working_days)!;
  assert.ok(next > after && next.getTime() - after.getTime() <= 5 * HOUR);
  assert.equal(
    nextEnquiry("imps", { sentAt, after: pollingEndsAt(sentAt), seed: "sleep" }, CALENDARS.working_days),
    null,
  );
});

test("NEFT's enquiries wait for the batch of the next working day, at once in the preset neft_24x7", () => {
  const friday = new Date("2026-08-07T13:15:00Z");
  const seed = "batch";
  // The batch is at 01:30 on Monday the 10th in India, and the first enquiry is two and a half hours later.
  const [first] = enquirySlots("neft", { sentAt: friday, seed });
  assert.ok(first! >= new Date("2026-08-09T22:30:00Z") && first! <= new Date("2026-08-09T22:45:00Z"));
  const [sooner] = enquirySlots("neft", { sentAt: friday, seed }, CALENDARS.neft_24x7);
  assert.ok(sooner! < new Date("2026-08-07T17:00:00Z"));
});
