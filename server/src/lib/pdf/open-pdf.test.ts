import assert from "node:assert/strict";
import { test } from "node:test";
import { writable } from "./open-pdf.ts";

test("names, masks and amounts stay readable in the letters that the fonts have", () => {
  const table: readonly (readonly [string, string])[] = [
    ["आशा राव", "Asha Rav"],
    ["ਗਿੱਲ ਸਿੰਘ & Sons", "Gill Singh & Sons"],
    ["•••• 7890", "XXXX 7890"],
    ["José D’Souza", "José D'Souza"],
    ["Łukasz", "Lukasz"],
    ["Uma – “Unit 2” — ₹1,500.00…", 'Uma – "Unit 2" – ₹1,500.00…'],
    ["王", "?"],
  ];
  for (const [given, shown] of table) assert.equal(writable(given), shown);
});
