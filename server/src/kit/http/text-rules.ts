/** The rules of texts: which characters they may have, and that they contain no card number. */
import Type from "typebox";
import { containsCardNumber, isCardNumberAsId } from "#lib/card-numbers";
import type { InputPlace, Reading, FieldRule } from "./rule.ts";

const WRONG = { problem: "wrong" } as const;

// Control characters, and the marks that change the direction of the text beside them.
const UNPRINTABLE = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;
const UNPRINTABLE_BUT_BREAKS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

interface TextLimits {
  readonly min?: number;
  readonly max: number;
  readonly pattern?: RegExp;
  readonly says?: string;
  /** The treatment of texts with a card number; by default bodies, which alone are stored, refuse them. */
  readonly cards?: CardManner;
}

/**
 * "refused": in paths and queries too. "in_ids": by `isCardNumberAsId`. "let_pass": for account numbers, for
 * IDs that only look something up, and for texts that the verb judges with its own messages.
 */
export type CardManner = "refused" | "in_ids" | "let_pass";

const holdingCard = (advice: string) =>
  ({
    problem: "wrong",
    says: `It has a number that looks like a card's; card numbers are never taken or stored. ${advice}`,
  }) as const;

const HOLDS_CARD = holdingCard("Leave the number out, or give its last four digits only.");
const ID_HOLDS_CARD = holdingCard("Choose another ID, such as one that begins with letters.");

/** Reads a text that is otherwise valid. */
export function readUnlessCard(
  value: string,
  { place, cards }: { place: InputPlace; cards: CardManner | undefined },
): Reading<string> {
  const isJudged = cards !== "let_pass" && (place === "body" || cards === "refused");
  if (!isJudged) return { value };
  if (cards === "in_ids") return isCardNumberAsId(value) ? ID_HOLDS_CARD : { value };
  return containsCardNumber(value) ? HOLDS_CARD : { value };
}

/** Accepts one line of text, without control characters and card numbers. Lengths are in UTF-16 units. */
export function text({ min = 1, max, pattern, says, cards }: TextLimits): FieldRule<string> {
  return {
    schema: Type.String({
      minLength: min,
      maxLength: max,
      ...(pattern === undefined ? {} : { pattern: pattern.source }),
    }),
    says: says ?? `It is a text of ${min === 0 ? "at most" : `${min} to`} ${max} characters on one line.`,
    lengthMax: max,
    read: (value, place) => {
      if (typeof value !== "string" || value.length < min || !value.isWellFormed()) return WRONG;
      if (UNPRINTABLE.test(value) || pattern?.test(value) === false) return WRONG;
      return readUnlessCard(value, { place, cards });
    },
  };
}

/** Accepts a text to search by, as it was pasted: line breaks and tabs around it and in it become blanks. */
export function searchTerm({ max }: { max: number }): FieldRule<string> {
  const rule = text({ max });
  return {
    ...rule,
    read: (value, place) =>
      rule.read(typeof value === "string" ? value.replaceAll(/[\t\n\r\u2028\u2029]/g, " ") : value, place),
  };
}

/** Accepts text of several lines, without card numbers. */
export function prose({ min = 1, max, says, cards }: Omit<TextLimits, "pattern">): FieldRule<string> {
  return {
    schema: Type.String({ minLength: min, maxLength: max }),
    says: says ?? `It is a text of at most ${max} characters.`,
    lengthMax: max,
    read: (value, place) => {
      if (typeof value !== "string" || value.length < min || !value.isWellFormed()) return WRONG;
      const marks = value.match(UNPRINTABLE_BUT_BREAKS) ?? [];
      return marks.every((mark) => "\n\r\t".includes(mark)) ? readUnlessCard(value, { place, cards }) : WRONG;
    },
  };
}

/** Accepts a secret as it is, since a password may have any character but NUL. */
export function secretText({ min = 1, max, says }: Omit<TextLimits, "pattern" | "cards">): FieldRule<string> {
  return {
    schema: Type.String({ minLength: min, maxLength: max, format: "password" }),
    says: says ?? `It has ${min} to ${max} characters.`,
    lengthMax: max,
    read: (value) =>
      typeof value === "string" && value.length >= min && value.isWellFormed() && !value.includes("\0")
        ? { value }
        : WRONG,
  };
}
