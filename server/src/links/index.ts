/** Payout links (Flowgram): a merchant makes one, the payee says where the money shall go and is paid, once. */
export { checkLink, type LinkInput } from "./check-link.ts";
export type { DestinationInput, DestinationProblem } from "./check-destination.ts";
export { CLAIM_MODES, type ClaimMode } from "./claim.ts";
export { confirmClaim, type Confirming } from "./confirm-claim.ts";
export { createLink, type CreatedLink } from "./create-link.ts";
export { deactivateLink } from "./deactivate-link.ts";
export { draftClaim, type Drafting, type Visitor } from "./draft-claim.ts";
export { LinkError, type LinkErrorCode } from "./errors.ts";
export { registerLinks } from "./fold-transfers.ts";
export type { EndReason, PublicLinkStatus } from "./link.ts";
export { listLinks, type LinkPage, type ListedLink } from "./list-links.ts";
export { provePayee, type Proof } from "./prove-payee.ts";
export { readLink, type LinkView } from "./read-link.ts";
export { readRedemption, type Redemption, type ShownDestination } from "./read-redemption.ts";
export { sendPassword, type Sending } from "./send-password.ts";
export { isSessionToken, makeSessionToken } from "./session.ts";
export { formatLastDay } from "./tell-payees.ts";
export { startLinks, workLinks } from "./work.ts";
