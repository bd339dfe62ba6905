import { readLetter, RecallError } from "#recalls";
import { missingAs, refusing, withDefault } from "#http";
import { answerFor, refuse } from "./answers.ts";
import { orNull, uuidRule, wordRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import { findRecall } from "./recall-fields.ts";

const answers = {
  not_found: refuse("404", RecallError.texts.not_found),
  format_invalid: refuse("422", "format should be text or html"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const TEXT = "text/plain; charset=utf-8";
const PAGE = "text/html; charset=utf-8";

/** Our extension of the contract. */
export const getRecallLetter = declareClassic({
  name: "getRecallLetter",
  method: "GET",
  path: "/recalls/{id}/letter",
  versions: ["v1.2"],
  scope: "read",
  tag: "Transfers",
  summary: "Download a recall letter",
  description:
    "A letter to the bank with everything it needs, to print or e-mail. An extension of the classic contract.",
  pathFields: { id: missingAs(orNull(uuidRule("The `recallId`.")), null) },
  query: {
    format: refusing(withDefault(wordRule(["text", "html"]), "text"), { wrong: "format_invalid" }),
  },
  downloads: [TEXT, PAGE],
  answers,
  breakdown: answers.breakdown,
  handle: async ({ ctx, caller, input: { id: recallId, format } }) => {
    const isTold = recallId !== null && (await findRecall({ ctx, caller }, { recallId })) !== undefined;
    if (!isTold) return { answer: answers.not_found };
    try {
      const { number, text, page } = await readLetter(ctx, caller.merchantId, { recallId });
      return format === "text"
        ? { file: { name: `recall-${number}.txt`, mediaType: TEXT, bytes: Buffer.from(text) } }
        : { file: { name: `recall-${number}.html`, mediaType: PAGE, bytes: Buffer.from(page) } };
    } catch (error) {
      return { answer: answerFor(error, RecallError, answers) };
    }
  },
});
