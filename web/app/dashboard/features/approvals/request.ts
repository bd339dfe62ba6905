// A request for approval in words.
import type { Outputs } from "#dashboard/api/operations.ts";
import { formatRupees } from "#dashboard/ui/rupees.ts";
import type { Tone } from "#dashboard/ui/badge.tsx";
import { useTexts } from "./texts.ts";

export type Request = Outputs["getApproval"];

type Flag = NonNullable<Request["transfer"]>["flags"][number];

export const flagTones: Record<Flag, Tone> = { new_payee: "warn", changed_account: "bad", unverified: "neu" };

/** What is asked about, in a few words. */
export function useSubjectName(): (request: Request) => string {
  const t = useTexts();
  return ({ kind, transfer, batch, proposal }) =>
    transfer?.payee ?? batch?.name ?? proposal?.["name"] ?? t(`kind_${kind as "transfer"}`);
}

/** The title of the question whether to approve. */
export function useApproveTitle(): (request: Request) => string {
  const t = useTexts();
  const nameOf = useSubjectName();
  return (request) =>
    request.amount === null
      ? t("approvePlain", { kind: t(`kind_${request.kind as "transfer"}`) })
      : request.batch !== null
        ? t("approveBatchTitle", { name: request.batch.name, amount: formatRupees(request.amount) })
        : t("approveTitle", { amount: formatRupees(request.amount), payee: nameOf(request) });
}
