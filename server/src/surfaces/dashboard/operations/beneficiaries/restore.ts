/** An Owner restores the beneficiaries that a member or a program deleted alone in the last seven days. */
import Type from "typebox";
import { listRemovers, restoreBeneficiaries } from "#beneficiaries";
import { resource } from "#dashboard/operation";
import { listOfItems, nullable } from "#dashboard/schemas";
import { id, moment, optional } from "#http";

const operation = resource({ at: "/beneficiaries", tag: "Beneficiaries", permission: "own_organization" });

export const listBeneficiaryRemovers = operation({
  name: "listBeneficiaryRemovers",
  method: "GET",
  path: "/removers",
  summary: "List the members who deleted beneficiaries alone in the last 7 days, and programs, with how many",
  permission: "access_transfers",
  output: listOfItems(
    Type.Object({ memberId: nullable(Type.String()), name: Type.String(), count: Type.Integer() }),
  ),
  handle: async ({ ctx, merchantId }) => ({
    items: await ctx.db.inMerchant(merchantId, listRemovers),
    next: null,
  }),
});

export const restoreRemovedBy = operation({
  name: "restoreRemovedBy",
  method: "POST",
  path: "/restorations",
  summary:
    "Restore, as an Owner, all beneficiaries that the named member deleted alone in the last 7 days; if no member is " +
    "named, those that programs deleted",
  stepUp: true,
  body: {
    memberId: optional(id()),
    /** With it, what was deleted since: also beneficiaries whose IDs one member or program gave to other accounts. */
    since: optional(moment()),
  },
  output: Type.Object({
    restored: Type.Integer(),
    /** The number of those that are listed again, but cannot be paid until someone else has approved them. */
    awaiting: Type.Integer(),
    /** The number of those that stay deleted because another one has their ID or account. */
    left: Type.Integer(),
  }),
  handle: ({ ctx, merchantId, by, input: { memberId = null, since = null } }) =>
    restoreBeneficiaries(ctx, merchantId, { removedBy: memberId, since, by }),
});

export const restoreBeneficiary = operation({
  name: "restoreBeneficiary",
  method: "POST",
  path: "/{beneficiaryId}/restoration",
  summary: "Restore, as an Owner, a beneficiary that a member or a program deleted alone in the last 7 days",
  stepUp: true,
  pathFields: { beneficiaryId: id() },
  output: Type.Object({
    beneficiaryId: Type.String(),
    /**
     * True if it cannot be paid until someone else has approved it, because its ID has had another account since, and
     * this Owner or one of the Owner's keys added or deleted the beneficiary.
     */
    awaitsApproval: Type.Boolean(),
  }),
  refusals: {
    nothing_to_restore: {
      status: 409,
      message: "Only what one member or a program deleted alone in the last 7 days can be restored.",
    },
    id_given_again: {
      status: 409,
      message:
        "Two people or the operator have given this ID to a beneficiary again. The former one cannot be restored.",
    },
    account_registered: {
      status: 409,
      message: "Another beneficiary has this bank account now. Delete that one first.",
    },
  },
  handle: async ({ ctx, merchantId, by, input: { beneficiaryId } }) => {
    const { awaiting } = await restoreBeneficiaries(ctx, merchantId, { beneficiaryId, by });
    return { beneficiaryId, awaitsApproval: awaiting > 0 };
  },
});
