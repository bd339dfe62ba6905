/** Fields that the calls of recalls read, publish and write alike. */
import { listOfShown, outputOf, partOf, shown, type JsonSchema } from "#http";
import { formatRupees } from "#lib/money";
import {
  RECALL_REASONS,
  readRecall,
  type RecallChoice,
  type RecallDetails,
  type RecallEvent,
} from "#recalls";
import { readTold } from "#stories";
import { istOrEmpty, momentOrEmpty, referenceIdSchema, rupees, text, uuid } from "./answer-schemas.ts";
import { ruleOf } from "./classic-rules.ts";
import type { Call } from "./operation.ts";

/** The reason for a recall, in capitals. */
export const reasonRule = ruleOf(
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

export const recallOutput = outputOf<RecallDetails>({ recall: partOf(recall, (found) => found) });

export const recallExample = {
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
export async function findRecall(
  { ctx, caller }: Pick<Call, "ctx" | "caller">,
  choice: RecallChoice,
): Promise<RecallDetails | undefined> {
  const recall = await readRecall(ctx, caller.merchantId, choice);
  if (recall === undefined) return undefined;
  const transfer = await readTold(ctx, caller, { referenceIds: [recall.referenceId] });
  return transfer === undefined ? undefined : recall;
}
