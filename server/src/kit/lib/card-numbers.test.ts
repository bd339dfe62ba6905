/** Card numbers are found in any disguise, and ordinary text is accepted. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { test } from "node:test";
import { DISGUISES, makeDisguised, OF_IDS } from "#test/card-disguises";
import {
  type Chooser,
  ID_KINDS,
  INNOCENT,
  INNOCENT_KINDS,
  makeChooser,
  RARELY_REFUSED,
} from "#test/innocent-texts";
import { containsCardNumber, countLooks, isCardNumberAsId } from "./card-numbers.ts";
import { signOf } from "./signs-of-text.ts";

test("of 10,000 numbers in every disguise each is found", () => {
  const used = new Map<string, number>();
  for (const { text, disguise } of makeDisguised({ seed: "disguises", count: 10_000 })) {
    assert.ok(containsCardNumber(text), `${disguise}: ${JSON.stringify(text)}`);
    used.set(disguise, (used.get(disguise) ?? 0) + 1);
  }
  assert.deepEqual([...used.keys()].toSorted(), Object.keys(DISGUISES).toSorted());
  for (const [disguise, count] of used) assert.ok(count > 400, `${disguise} ${count}`);
});

test("10,000 numbers with a wrong check digit are let pass", () => {
  for (const { text } of makeDisguised({ seed: "wrong digits", count: 10_000, isWrong: true }))
    assert.ok(!containsCardNumber(text), JSON.stringify(text));
});

test("addresses, remarks, references, dates and phone numbers are let pass", () => {
  for (const text of INNOCENT) assert.ok(!containsCardNumber(text), text);
  for (const [kind, make] of Object.entries(INNOCENT_KINDS)) {
    const dice = makeChooser(kind);
    for (let made = 0; made < 5_000; made += 1) {
      const text = make(dice);
      assert.ok(!containsCardNumber(text), `${kind}: ${text}`);
    }
  }
});

/** Returns the share of 20,000 random texts that is refused. */
function shareOf(kind: string, isRefused: (dice: Chooser) => boolean): number {
  const dice = makeChooser(kind);
  return Array.from({ length: 20_000 }, () => isRefused(dice)).filter(Boolean).length / 20_000;
}

test("what ids and texts of digits alone are refused by chance is known, and rare", (context) => {
  for (const [kinds, holdsCard] of [
    [ID_KINDS, isCardNumberAsId],
    [RARELY_REFUSED, containsCardNumber],
  ] as const) {
    for (const [kind, { make, refused }] of Object.entries(kinds)) {
      const share = shareOf(kind, (dice) => holdsCard(make(dice)));
      context.diagnostic(`${kind}: ${(100 * share).toFixed(2)}%`);
      assert.ok(share <= refused, `${kind}: ${share}`);
    }
  }
});

test("a number is all of an id, grouped as on cards or named; other digits beside letters are ids", () => {
  for (const id of [
    "4111111111111111",
    "4111-1111-1111-1111",
    "4111_1111_1111_1111",
    "4111--1111--1111--1111",
    "card_4111111111111111",
    "visa4111111111111111",
    "PAN-4111111111111111",
    "order-3782-822463-10005-a",
    "a.5555.5555.5555.4444",
    "x-4111-1111-1111-1111-12",
    "4-1-1-1-1-1-1-1-1-1-1-1-1-1-1-1",
  ])
    assert.ok(isCardNumberAsId(id), id);
  for (const { text } of makeDisguised({ seed: "ids", count: 3_000, only: OF_IDS }))
    assert.ok(isCardNumberAsId(text), text);
  for (const id of [
    "pay4111111111111111",
    "order_4111111111111111",
    "company_4111111111111111",
    "success_4111111111111111",
    "TXN5511202611220001",
    "94111111111111111119",
    "4111111111111112",
    "1763812345678",
    "20261122-104530-0001",
    "INV-2026-11-4512",
    "ORD_5512_20261122_0001",
    "632602000001",
    "81792362-8237-4048-8333-9160805906cc",
  ])
    assert.ok(!isCardNumberAsId(id), id);
  for (let made = 0; made < 50_000; made += 1) {
    const id = randomUUID();
    assert.ok(!isCardNumberAsId(id), id);
  }
});

test("every digit that Unicode knows is read, and each sign is a number, a letter, unseen or between", () => {
  const decimals = new Map<string, number>();
  for (let code = 0; code <= 0x10_ffff; code += 1) {
    const sign = signOf(code);
    const text = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(text)) {
      assert.ok(sign <= 9, code.toString(16));
      decimals.set(code.toString(16), sign);
    }
    const plain = /^[(]?(\d{1,2})[).,]?$/.exec(text.normalize("NFKC"));
    if (plain !== null) assert.equal(sign, Number(plain[1]), code.toString(16));
  }
  assert.ok(decimals.size >= 720);
});

/** Returns how many looks a text costs for each of its characters. */
const costOf = (text: string): number => countLooks(text) / text.length;

test("no text of one length costs more than 30 looks for each character, nor one 16 times as long", () => {
  const hostile: readonly ((length: number) => string)[] = [
    (length) => "4".repeat(length),
    (length) => "٤".repeat(length),
    (length) => "𝟒".repeat(length / 2),
    (length) => "4 ".repeat(length / 2),
    (length) => "④\u200b.".repeat(length / 3),
    (length) => "\u200b".repeat(length),
    (length) => "4-1".repeat(length / 3),
    (length) => "%34".repeat(length / 3),
    (length) => "%25".repeat(length / 3),
    (length) => "%253".repeat(length / 4),
    (length) => "4111111111111111".repeat(length / 16).slice(0, -1),
    (length) => "4111 1111 1111 111x".repeat(length / 19),
    (length) => "41111111-1111-4111-8111-".repeat(length / 24),
  ];
  const plain = costOf("x".repeat(1_024));
  for (const make of hostile) {
    const [short, long] = [costOf(make(1_024)), costOf(make(16_384))];
    assert.ok(short <= 30 * plain, `${make(24)}: ${short}`);
    assert.ok(long <= short * 1.5 + 1, `${make(24)}: ${short}, ${long}`);
  }
});

test("a text that is longer than any field is refused unread", () => {
  const text = "x".repeat(1_000_000);
  assert.ok(containsCardNumber(text));
  assert.equal(countLooks(text), 0);
});
