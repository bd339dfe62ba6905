import assert from "node:assert/strict";
import { test } from "node:test";
import { maskWords } from "./mask-account.ts";

/** Digits and letters of a text, whatever signs are between them. */
const close = (text: string): string => text.normalize("NFKC").replaceAll(/[^\p{L}\p{N}]/gu, "");

test("a number is masked in whatever form a bank or a receiver writes it", () => {
  const pairs: readonly (readonly [words: string, masked: string])[] = [
    ["account 50100442244221 is closed", "account ••••••••••4221 is closed"],
    ["PUNB00123ABC45", "••••••••••BC45"],
    ["1234 5678 9012", "•••• •••• 9012"],
    ["1234-5678", "••••-••78"],
    ["12345/678", "•••••/•78"],
    ["A/C NO.123456", "A/C NO.••••56"],
    ["ACNO123456", "ACNO••••56"],
    ["5010 0442 2442.21", "•••• •••• ••42.21"],
    ["50 10-04-42 2442", "•• ••-••-•• 2442"],
    ["A/C 5010;0442|2442", "A/C ••••;••••|2442"],
    ["5010:0442~2442=9", "••••:••••~•442=9"],
    ['{"no":50100442244221,"of":[5,0,1,0,0]}', '{"no":••••••••••4221,"of":[•,•,•,•,0]}'],
    [String.raw`{"a":"{\"no\":\"5010\\n0442\"}"}`, String.raw`{"a":"{\"no\":\"••••\\n••42\"}"}`],
    [String.raw`\u0035\u0030\u0031\u0030\u0030\u0034`, String.raw`••••\u0030\u0034`],
    ["%35%30%31%30%30%34%34%32", "••••••%34%32"],
    ["%EF%BC%95%2530%31%30%30", "••••%30"],
    ["50100%2044224", "•••••%20•4224"],
    ["&#53;&#x30;10044", "•••••44"],
    ["５０１００４４２", "••••••４２"],
    ["५०१००४४२", "••••••४२"],
    ["50\u200b100\u200b442", "••\u200b•••\u200b•42"],
    ["5.0100442244221e13", "•.••••••••••••1e13"],
  ];
  for (const [words, masked] of pairs) assert.equal(maskWords(words), masked, words);
});

test("what people find a payment by, days, amounts, branches and IDs of ours stay legible", () => {
  const references = ["632512000001", "order-12345/2026", "HDFCN52026112700012345"];
  for (const words of [
    "IMPS/632512000001/ASHA RAO/HDFC0000001",
    "RRN632512000001 for order-12345/2026 and hdfcn52026112700012345",
    "on 2026-11-27 at 10:15:00, Rs 50000, INR 1,23,456.00, ₹77.00 and 12345678.90CR",
    "27/11/2026, 27-11-26, 27 Nov 2026, 27NOV26 and 2026-11-27T10:15:00.000Z",
    "0199c3a2-7b1e-7c55-8a10-1234567890ab at 127.0.0.1:45123",
    "XXXXXXXX1191, XX191 and HTTP 503",
    "2026-11-27 632512000001 77.00",
  ])
    assert.equal(maskWords(words, { references }), words);
});

test("a payee's own number is masked even inside a reference, in every form", () => {
  const accounts = ["0012345ABC6"];
  const forms = [
    "12345abc6",
    "0012 345A BC6",
    "SBIN0000001-0012345ABC6",
    "X12345ABC6Y",
    "12345ABC6@SBIN0000001.ifsc",
  ];
  for (const form of forms) {
    const masked = maskWords(`paid ${form}`, { references: [form], accounts });
    assert.ok(!close(masked).toUpperCase().includes("12345ABC6"), masked);
    assert.match(close(masked), /abc6/i);
  }
  assert.equal(maskWords("to ab12cd", { accounts: ["AB12CD"] }), "to ••••cd");
});
