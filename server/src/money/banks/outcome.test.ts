import assert from "node:assert/strict";
import { test } from "node:test";
import { evidenceOf, type Outcome } from "./outcome.ts";

test("each outcome proves what the failure model says, and only three of them can move money", () => {
  const told = { code: "00", text: "" };
  const table: readonly (readonly [Outcome, string])[] = [
    [{ kind: "succeeded", ...told, utr: "1", credited: false }, "POS"],
    [{ kind: "succeeded", ...told, utr: "1", credited: true }, "POS"],
    [{ kind: "pending", ...told, deemed: false }, "UNK"],
    [{ kind: "pending", ...told, deemed: true }, "DEEMED"],
    [{ kind: "failed", ...told, reason: "FAILED", otherBank: false }, "NEG"],
    [{ kind: "returned", ...told, utr: "1", reason: "FAILED" }, "RET"],
    [{ kind: "not_found" }, "UNK"],
    [{ kind: "unknown", detail: "" }, "UNK"],
    [{ kind: "unknown", detail: "", alarm: "" }, "UNK"],
    [{ kind: "not_sent", detail: "" }, "NOSEND"],
  ];
  for (const [outcome, evidence] of table) assert.equal(evidenceOf(outcome), evidence, outcome.kind);
});
