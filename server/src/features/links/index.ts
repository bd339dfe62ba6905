/** Payout links (Flowgram): a merchant makes one, the payee enters the destination and is paid once. */
export { type CreatedLink, createLink, type LinkInput } from "./create-link.ts";
export { CLAIM_MODES, type ClaimMode } from "./claim.ts";
export {
  confirmClaim,
  draftClaim,
  type Confirming,
  type DestinationInput,
  type DestinationProblem,
  type Visitor,
} from "./confirm-claim.ts";
export { deactivateLink } from "./write-link-changes.ts";
export {
  describeLink,
  listLinks,
  readLink,
  revealLinkAddress,
  type LinkPage,
  type LinkView,
  type ListedLink,
} from "./read-link.ts";
export { LinkError, type LinkErrorCode } from "./errors.ts";
export { EXPIRY_DAYS_MAX } from "./create-link.ts";
export { registerLinks } from "./settle-claims.ts";
export { type EndReason, nameLinks } from "./link.ts";
export {
  acceptLinkCodes,
  isSessionToken,
  makeSessionToken,
  provePayee,
  sendPassword,
} from "./prove-payee.ts";
export { readRedemption, type Redemption, type ShownDestination } from "./read-redemption.ts";
export { formatLastDay } from "./tell-payees.ts";
export { linksWorker, workLinks } from "./work.ts";
export { partsToSeal as linksToSeal } from "./parts-to-seal.ts";
export { findLinksTo, type LinkToPayee, PARTS_TO_ERASE as LINKS_TO_ERASE } from "./to-erase.ts";
