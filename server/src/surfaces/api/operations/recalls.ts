/** Recalls in the classic API: the fields that calls share, and the calls. */
import {
  type JsonSchema,
  listOfShown,
  missingAs,
  optional,
  outputOf,
  partOf,
  type Reading,
  refusing,
  shown,
  together,
  withDefault,
} from "#http";
import { formatRupees } from "#lib/money";
import {
  readLetter,
  readRecall,
  RECALL_DAYS,
  RECALL_REASONS,
  type RecallChoice,
  type RecallDetails,
  RecallError,
  type RecallEvent,
  requestRecall as request,
  withdrawRecall as withdraw,
} from "#recalls";
import { readTold } from "#stories";
import {
  answerFor,
  istOrEmpty,
  momentOrEmpty,
  referenceIdSchema,
  refuse,
  rupees,
  success,
  text,
  unknownError,
  uuid,
} from "./answers.ts";
import { anyText, orNull, referenceIdRule, required, ruleOf, uuidRule, wordRule } from "./classic-rules.ts";
import { declareClassic } from "./declare-classic.ts";
import type { ClassicCall } from "./operation.ts";
import { findTransfer, type TransferIds, transferIds } from "./transfer-fields.ts";

/** The reason for a recall, in capitals. */
const reasonRule = ruleOf(
  { type: "string", enum: RECALL_REASONS.map((reason) => reason.toUpperCase()) },
  (value) => RECALL_REASONS.find((reason) => reason.toUpperCase() === value) ?? null,
);

const status: JsonSchema = {
  ...text,
  enum: ["REQUESTED", "WITH_BANK", "RETURNED", "REFUSED", "WITHDRAWN", "EXPIRED"],
};
const moment: JsonSchema = { ...momentOrEmpty, description: "Indian time; empty if it does not apply." };

const recall = outputOf<RecallDetails>({
  recallId: shown(uuid, ({ recallId }) => recallId),
  transferId: shown(text, ({ transferKey }) => transferKey),
  referenceId: shown(referenceIdSchema, ({ referenceId }) => String(referenceId)),
  amount: shown(rupees, ({ amountPaise }) => formatRupees(amountPaise)),
  status: shown(status, (found) => found.status.toUpperCase()),
  reason: shown(reasonRule.schema as JsonSchema, ({ reason }) => reason.toUpperCase()),
  remarks: shown(text, ({ remarks }) => remarks),
  requestedOn: shown(moment, ({ askedAt }) => istOrEmpty(askedAt)),
  expiresOn: shown(
    {
      ...momentOrEmpty,
      description: "When the recall expires without a response (Indian time); empty once it has ended.",
    },
    ({ dueAt }) => istOrEmpty(dueAt),
  ),
  bankReference: shown(
    { ...text, description: "The bank's case number, once known." },
    (found) => found.bankReference ?? "",
  ),
  refusal: shown({ ...text, description: "Why the bank refused." }, ({ refusal }) => refusal ?? ""),
  endedOn: shown(moment, ({ endedAt }) => istOrEmpty(endedAt)),
  history: listOfShown(
    outputOf<RecallEvent>({
      status: shown(status, ({ to }) => to.toUpperCase()),
      because: shown(text, ({ because }) => because),
      eventTime: shown(moment, ({ at }) => istOrEmpty(at)),
    }),
    ({ history }) => history,
  ),
});

const recallOutput = outputOf<RecallDetails>({ recall: partOf(recall, (found) => found) });

const recallExample = {
  recall: {
    recallId: "01a1fe00-0000-7000-8000-000000000001",
    transferId: "INV_2026_0001",
    referenceId: "10023",
    amount: "1200.00",
    status: "REQUESTED",
    reason: "WRONG_BENEFICIARY",
    remarks: "Meant for a payee of the same name",
    requestedOn: "2026-11-20 10:15:00",
    expiresOn: "2026-12-20 10:15:00",
    bankReference: "",
    refusal: "",
    endedOn: "",
    history: [{ status: "REQUESTED", because: "wrong_beneficiary", eventTime: "2026-11-20 10:15:00" }],
  },
} as const;

/** Finds a recall with its history; undefined if it is missing or the caller may not see its transfer. */
async function findRecall(
  { ctx, caller }: Pick<ClassicCall, "ctx" | "caller">,
  choice: RecallChoice,
): Promise<RecallDetails | undefined> {
  const recall = await readRecall(ctx, caller.merchantId, choice);
  if (recall === undefined) return undefined;
  const transfer = await readTold(ctx, caller, { referenceIds: [recall.referenceId] });
  return transfer === undefined ? undefined : recall;
}

const requestRecallAnswers = {
  requested: success("Recall requested"),
  transfer_not_found: refuse("404", RecallError.texts.transfer_not_found),
  ids_missing: refuse("422", "Please provide referenceId or transferId to fetch details"),
  reason_invalid: refuse("422", RecallError.texts.reason_invalid),
  remarks_invalid: refuse("422", RecallError.texts.remarks_invalid),
  not_paid: refuse("409", RecallError.texts.not_paid),
  own_account: refuse("409", RecallError.texts.own_account),
  too_old: refuse("409", RecallError.texts.too_old),
  already_open: refuse("409", RecallError.texts.already_open),
  too_many: refuse("409", RecallError.texts.too_many),
  breakdown: unknownError,
} as const;

/** Our extension of the contract. */
export const requestRecall = declareClassic({
  name: "requestRecall",
  method: "POST",
  path: "/requestRecall",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Request a recall",
  description:
    "Asks the bank to return the money of a paid transfer. The bank asks the payee, and may refuse or not " +
    `respond. Possible within ${RECALL_DAYS} days of the payment, one request at a time. A transfer that was paid ` +
    "after it had failed can be recalled too. When the money comes back the transfer becomes REVERSED (one that was " +
    "paid after it had failed stays FAILED) and the recall RETURNED. An extension of the classic contract.",
  // An unknown transfer is reported before a wrong reason or remark.
  body: {
    ids: transferIds({ transferId: "transfer_not_found", referenceId: "transfer_not_found" }),
    reason: missingAs(orNull(reasonRule), null),
    remarks: optional(orNull(anyText({ max: 250, description: "Printed in the letter to the bank." }))),
  },
  bodyExample: () => ({
    transferId: "INV_2026_0001",
    reason: "WRONG_BENEFICIARY",
    remarks: "Meant for a payee of the same name",
  }),
  answers: requestRecallAnswers,
  data: { schema: recallOutput.schema, examples: { requested: recallExample } },
  breakdown: requestRecallAnswers.breakdown,
  handle: async ({ ctx, caller, input: { ids, reason, remarks = "" } }) => {
    const transfer = await findTransfer({ ctx, caller }, ids);
    if (transfer === undefined) return { answer: requestRecallAnswers.transfer_not_found };
    if (reason === null) return { answer: requestRecallAnswers.reason_invalid };
    if (remarks === null) return { answer: requestRecallAnswers.remarks_invalid };
    const { transferId } = transfer;
    const by = `api-key:${caller.clientId}` as const;
    try {
      const { recallId } = await request(ctx, caller.merchantId, { transferId, reason, remarks, by });
      const recall = await readRecall(ctx, caller.merchantId, { recallId });
      return { answer: requestRecallAnswers.requested, data: recallOutput.write(recall!) };
    } catch (error) {
      return { answer: answerFor(error, RecallError, requestRecallAnswers) };
    }
  },
});

const getRecallStatusAnswers = {
  found: success("Data retrieved successfully"),
  not_found: refuse("404", RecallError.texts.not_found),
  ids_missing: refuse("422", "Please provide recallId, referenceId or transferId to fetch details"),
  breakdown: refuse("520", "Error while fetching data"),
} as const;

/** The recall, or the transfer whose newest recall is meant; with `recallId` the other IDs are not read. */
const choice = together(
  {
    recallId: optional(orNull(uuidRule())),
    transferId: optional(orNull(anyText({ max: 40 }))),
    referenceId: optional(orNull(referenceIdRule())),
  },
  ({ recallId, transferId, referenceId }): Reading<{ readonly recallId: string } | TransferIds> => {
    if (recallId !== undefined) return recallId === null ? { problem: "not_found" } : { value: { recallId } };
    if (transferId === null || referenceId === null) return { problem: "not_found" };
    const isNamed = transferId !== undefined || referenceId !== undefined;
    return isNamed ? { value: { transferId, referenceId } } : { problem: "ids_missing" };
  },
);

/** Our extension of the contract. */
export const getRecallStatus = declareClassic({
  name: "getRecallStatus",
  method: "GET",
  path: "/getRecallStatus",
  versions: ["v1.2"],
  scope: "read",
  tag: "Transfers",
  summary: "Get a recall",
  description:
    "By `recallId`, or the newest recall of a transfer. The status is REQUESTED, WITH_BANK, then RETURNED, " +
    "REFUSED, WITHDRAWN or EXPIRED (30 days without a response). If the money comes back later, the recall " +
    "becomes RETURNED all the same. An extension of the classic contract.",
  query: { choice },
  answers: getRecallStatusAnswers,
  data: { schema: recallOutput.schema, examples: { found: recallExample } },
  breakdown: getRecallStatusAnswers.breakdown,
  handle: async ({ input, ...call }) => {
    const { choice } = input;
    const meant = "recallId" in choice ? choice : await findTransfer(call, choice);
    const recall = meant === undefined ? undefined : await findRecall(call, meant);
    return recall === undefined
      ? { answer: getRecallStatusAnswers.not_found }
      : { answer: getRecallStatusAnswers.found, data: recallOutput.write(recall) };
  },
});

const getRecallLetterAnswers = {
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
  answers: getRecallLetterAnswers,
  breakdown: getRecallLetterAnswers.breakdown,
  handle: async ({ ctx, caller, input: { id: recallId, format } }) => {
    const isTold = recallId !== null && (await findRecall({ ctx, caller }, { recallId })) !== undefined;
    if (!isTold) return { answer: getRecallLetterAnswers.not_found };
    try {
      const { number, text, page } = await readLetter(ctx, caller.merchantId, { recallId });
      return format === "text"
        ? { file: { name: `recall-${number}.txt`, mediaType: TEXT, bytes: Buffer.from(text) } }
        : { file: { name: `recall-${number}.html`, mediaType: PAGE, bytes: Buffer.from(page) } };
    } catch (error) {
      return { answer: answerFor(error, RecallError, getRecallLetterAnswers) };
    }
  },
});

const withdrawRecallAnswers = {
  withdrawn: success("Recall withdrawn"),
  not_found: refuse("404", RecallError.texts.not_found),
  already_over: refuse("409", RecallError.texts.already_over),
  breakdown: unknownError,
} as const;

/** Our extension of the contract. */
export const withdrawRecall = declareClassic({
  name: "withdrawRecall",
  method: "POST",
  path: "/withdrawRecall",
  versions: ["v1.2"],
  scope: "pay",
  tag: "Transfers",
  summary: "Withdraw a recall",
  description: "Tells the bank that you no longer want the money back. An extension of the classic contract.",
  body: { recallId: required(uuidRule(), "not_found") },
  bodyExample: () => ({ recallId: recallExample.recall.recallId }),
  answers: withdrawRecallAnswers,
  data: { schema: recallOutput.schema, examples: { withdrawn: recallExample } },
  breakdown: withdrawRecallAnswers.breakdown,
  handle: async ({ ctx, caller, input: { recallId } }) => {
    if ((await findRecall({ ctx, caller }, { recallId })) === undefined)
      return { answer: withdrawRecallAnswers.not_found };
    try {
      await withdraw(ctx, caller.merchantId, { recallId, by: `api-key:${caller.clientId}` });
    } catch (error) {
      return { answer: answerFor(error, RecallError, withdrawRecallAnswers) };
    }
    const recall = await readRecall(ctx, caller.merchantId, { recallId });
    return { answer: withdrawRecallAnswers.withdrawn, data: recallOutput.write(recall!) };
  },
});
