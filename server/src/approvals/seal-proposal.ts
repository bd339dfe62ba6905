import type { Tx } from "#lib/db";
import { sealFields } from "#lib/seals";
import type { Proposal } from "./request.ts";

/** Details of a beneficiary that members are asked about, as beneficiaries have them sealed. */
export const SEALED = ["vpa", "phone", "email", "address1", "address2", "city", "state", "pincode"] as const;

/** A proposal as it is kept. */
export const sealProposal = (tx: Pick<Tx, "seal">, proposal: Proposal): Proposal =>
  sealFields(tx, SEALED, proposal);
