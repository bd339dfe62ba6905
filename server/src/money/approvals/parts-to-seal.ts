/** The columns of this module that are sealed after the fact: see `#lib/seal-rows`. */
import { isClearText, type PartToSeal } from "#lib/seal-rows";
import type { Proposal } from "./request.ts";
import { SEALED, sealProposal } from "./seal-proposal.ts";

export const PARTS_TO_SEAL: readonly PartToSeal[] = [
  {
    table: "approvals.request",
    key: { request_id: "uuid" },
    read: ["proposal"],
    isClear: SEALED.map((name) => isClearText(`(proposal ->> '${name}')`)).join(" or "),
    write: { proposal: "jsonb" },
    change: (tx, { proposal }) => ({ proposal: JSON.stringify(sealProposal(tx, proposal as Proposal)) }),
  },
];
