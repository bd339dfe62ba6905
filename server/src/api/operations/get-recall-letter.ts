import { readLetter, RecallError } from "#recalls";
import { answerFor, type Download, refuse, type Reply } from "./answers.ts";
import { readField, readUuid } from "./fields.ts";
import type { Call, CallerOperation } from "./operation.ts";
import { findRecall } from "./recall-fields.ts";

const answers = {
  not_found: refuse("404", RecallError.texts.not_found),
  format_invalid: refuse("422", "format should be text or html"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

const TEXT = "text/plain; charset=utf-8";
const PAGE = "text/html; charset=utf-8";

/** Our extension of the contract. */
export const getRecallLetter: CallerOperation = {
  name: "getRecallLetter",
  method: "GET",
  path: "/recalls/{id}/letter",
  versions: ["v1.2"],
  access: "token",
  scope: "read",
  tag: "Transfers",
  summary: "Download a recall letter",
  description:
    "A letter to the bank with everything it needs, to print or e-mail. An extension of the classic contract.",
  pathFields: {
    id: {
      schema: { type: "string", format: "uuid", maxLength: 36, description: "The `recallId`." },
      required: true,
    },
  },
  query: { format: { schema: { type: "string", enum: ["text", "html"], default: "text" } } },
  downloads: [TEXT, PAGE],
  answers: () => answers,
  breakdown: answers.breakdown,
  handle,
};

async function handle({ ctx, caller, path, query }: Call): Promise<Reply | Download> {
  const format = readField(query, "format") ?? "text";
  if (format !== "text" && format !== "html") return { answer: answers.format_invalid };
  const recallId = readUuid(path, "id");
  if (typeof recallId !== "string") return { answer: answers.not_found };
  if ((await findRecall({ ctx, caller }, { recallId })) === undefined) return { answer: answers.not_found };
  try {
    const { number, text, page } = await readLetter(ctx, caller.merchantId, { recallId });
    return format === "text"
      ? { file: { name: `recall-${number}.txt`, mediaType: TEXT, bytes: Buffer.from(text) } }
      : { file: { name: `recall-${number}.html`, mediaType: PAGE, bytes: Buffer.from(page) } };
  } catch (error) {
    return { answer: answerFor(error, RecallError, answers) };
  }
}
