/** Bugs in the interpretation of banks' reports. */
import { inModule, promise, type PlantedBug } from "./planted-bug.ts";

const banks = inModule("money/banks");
const lib = inModule("kit/lib");
const transfers = inModule("money/transfers");

const SILENCE = promise("silence is no refusal");
const LATE = promise("what a bank says late");

/** The answer of a bank that pays nothing. */
const REFUSED = `{ kind: "failed", code: "?", text: "planted", reason: "BANK_GATEWAY_ERROR", otherBank: false }`;

export const OF_BANKS: readonly PlantedBug[] = [
  {
    name: "no answer is taken for a refusal",
    code: banks("make-adapter.ts", "? result : unknown(result.detail);", `? result : ${REFUSED};`),
    caughtBy: SILENCE,
    says: /cut-paid/,
    alsoBy: "server/test/faults/t12-unknown-outcome.test.ts",
  },
  {
    name: "a connection that broke after the request is taken for one that never stood",
    code: banks("exchange.ts", `handedOver ? "lost" : "not_sent", detail`, `"not_sent", detail`),
    caughtBy: SILENCE,
    says: /cut-paid/,
  },
  {
    name: "DUPLICATE is taken for a refusal",
    code: banks(
      "json-h2h/judge-words.ts",
      `{ kind: "unknown", detail: "the bank has seen this reference before" }`,
      REFUSED,
    ),
    caughtBy: SILENCE,
    says: /duplicate/,
  },
  {
    name: "a code that nobody knows is taken for a refusal",
    code: banks(
      "json-h2h/judge-words.ts",
      `if (meaning.evidence !== "POS") return doubt(words, meaning);`,
      `if (meaning.evidence !== "POS") return ${REFUSED};`,
    ),
    caughtBy: SILENCE,
    says: /new-code/,
  },
  {
    name: "an answer about another amount is believed",
    code: banks("json-h2h/judge-words.ts", "if (clash !== undefined) return", "if (clash === null) return"),
    caughtBy: { file: "server/test/faults/t13-late-and-wrong-answers.test.ts", test: "wrong-amount@upi" },
    says: /answer_mismatch/,
  },
  {
    name: "held money is released on silence",
    code: transfers(
      "record/decide-news.ts",
      `const refused = facts.find((fact) => fact.evidence === "NEG");`,
      `const refused = facts.find((fact) => fact.evidence === "NEG" || fact.evidence === "UNK");`,
    ),
    caughtBy: SILENCE,
    says: /cut-paid/,
    alsoBy: "server/test/faults/t01-crash-points.test.ts",
  },
  {
    name: "another bank is tried because the first does not know the reference yet",
    code: transfers(
      "enquire/enquire-attempts.ts",
      `if (outcome.kind !== "not_found" ||`,
      `if (outcome.kind === "not_found") return void said.push({ ...${REFUSED}, otherBank: true });
       if (outcome.kind !== "not_found" ||`,
    ),
    caughtBy: promise("does not know the reference yet"),
    says: /paid at \w+ and \w+/,
    alsoBy: "server/test/faults/t12-unknown-outcome.test.ts",
  },
  {
    name: "the same reference is sent again to a bank that pays it again",
    code: transfers(
      "enquire/enquire-attempts.ts",
      "if (idempotentByReference) {",
      "if (idempotentByReference !== null) {",
    ),
    caughtBy: promise("never gets the same reference twice"),
    says: /made to pay .* 2 times/,
  },
  {
    name: "another bank is asked although an earlier one has paid after all",
    code: transfers("record/record-news.ts", "group.others.push(fact);", ""),
    caughtBy: { file: "server/test/faults/paid-after-all.test.ts", test: "the second refuses" },
    says: /attempts: 3|payments-are-booked-once/,
  },
  {
    name: "a late success is ignored",
    code: transfers(
      "record/decide-late.ts",
      `const wasBooked = knew(about, "POS");`,
      `if (paid !== undefined) return unchanged(transfer);\n  const wasBooked = knew(about, "POS");`,
    ),
    caughtBy: LATE,
    says: /1 attempts paid, 0 booked/,
    alsoBy: "server/test/faults/t13-late-and-wrong-answers.test.ts",
  },
  {
    name: "a late success is booked and not told",
    code: transfers("record/decide-late.ts", "events: [...(wasBooked ? [] : [PAID_LATE]),", "events: ["),
    caughtBy: LATE,
    says: /late-successes-are-told/,
  },
  {
    name: "a late success is not told to those who ask",
    code: transfers("record/decide-late.ts", "...told, utr:", "...told, reason: transfer.reason, utr:"),
    caughtBy: LATE,
    says: /late-successes-are-told/,
  },
  {
    name: "a bank that was told to refuse a reference is believed before it promises",
    code: transfers(
      "enquire/enquire-attempts.ts",
      "said.push(await adapter.void!(connection, reference));",
      `await adapter.void!(connection, reference);\n    said.push({ ...${REFUSED}, otherBank: true });`,
    ),
    caughtBy: { file: "server/test/faults/t10-void.test.ts", test: "had paid all the time" },
    says: /himshikhar|jugnu|failed/,
  },
  {
    name: "a return that came before the success is forgotten",
    code: transfers(
      "record/decide-news.ts",
      `const back = about.facts.find((fact) => fact.evidence === "RET");\n  const source`,
      `const back = about.fresh.find((fact) => fact.evidence === "RET");\n  const source`,
    ),
    caughtBy: {
      file: "server/test/faults/t11-fact-permutations.test.ts",
      test: "every order of the same facts",
    },
    says: /reversed/,
  },
  {
    name: "a callback is believed unsigned",
    code: lib("timed-signature.ts", `return "wrong signature";`, ";"),
    caughtBy: {
      file: "server/test/faults/t13-late-and-wrong-answers.test.ts",
      test: "that no one here knows",
    },
    says: /Missing expected rejection/,
  },
];
