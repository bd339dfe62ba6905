import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";
import type { Proposal } from "./request.ts";

/** Details of a payee that members are asked about, sealed as beneficiaries and blocks have them. */
export const SEALED = [
  ...["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"],
  // These name a payee that is to be unblocked, and the one that had a beneficiary ID before.
  ...["shown", "formerly"],
] as const;

/** A proposal as it is kept. */
export const sealProposal = (tx: Pick<Tx, "seal">, proposal: Proposal): Proposal =>
  sealFields(tx, SEALED, proposal);
