/** The page on which a payee claims a link. */
export { mountRedemption } from "./mount-redemption.ts";
