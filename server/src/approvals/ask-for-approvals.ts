import { recordAudit } from "#audit";
import type { Tx } from "#lib/db";
import { aloneFrom } from "./alone.ts";
import { matchPolicy } from "./match-policy.ts";
import { openRequests, type RequestToOpen } from "./open-requests.ts";
import { GUARDS, type SubjectKind } from "./policy.ts";
import { readPolicies } from "./read-policies.ts";

export type ToApprove = Omit<RequestToOpen, "subjectKind" | "requirement">;

/** `not_needed`: no policy asks for it. */
export type Asking =
  | { readonly kind: "not_needed" }
  | {
      readonly kind: "pending";
      readonly requestId: string;
      readonly policyName: string;
      /** When it is done without another person, because there is none; null: another person decides. */
      readonly aloneUntil: Date | null;
    };

/**
 * Asks for approval of those of a set of subjects that a policy asks it for, in the caller's transaction; answers in
 * the order given. Throws `already_open`.
 */
export async function askForApprovals(
  tx: Tx,
  subjectKind: SubjectKind,
  subjects: readonly ToApprove[],
): Promise<Asking[]> {
  const set = await readPolicies(tx, subjectKind);
  const matched = subjects.map((subject) => matchPolicy(set, subject.facts));
  const guarded = GUARDS.includes(subjectKind) ? subjects : [];
  const alone = await Promise.all(guarded.map(({ maker }, index) => aloneFrom(tx, maker, matched[index]!)));
  const toOpen = subjects.flatMap((subject, index): RequestToOpen[] => {
    const requirement = matched[index] ?? null;
    return requirement === null
      ? []
      : [{ ...subject, subjectKind, requirement, aloneUntil: alone[index] ?? null }];
  });
  const requestIds = await openRequests(tx, toOpen);
  await recordAudit(
    tx,
    toOpen.map(({ maker, subjectId, contentHash, requirement }) => ({
      actor: maker,
      action: "approvals.approval_asked_for",
      subject: `${subjectKind}:${subjectId}`,
      detail: { contentHash: contentHash.toString("hex"), policy: requirement.policyName },
    })),
  );
  let next = 0;
  return matched.map((requirement) =>
    requirement === null
      ? { kind: "not_needed" }
      : {
          kind: "pending",
          requestId: requestIds[next]!,
          policyName: requirement.policyName,
          aloneUntil: toOpen[next++]!.aloneUntil ?? null,
        },
  );
}
