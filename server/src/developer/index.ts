/** What a merchant's developers ask beside payouts: webhooks for a laptop, the latest calls, transfers as they move. */
export { describeTokenSurface, makeTokenSurface } from "./token-surface.ts";
export { buildDeveloperContract, mountDeveloper } from "./mount-developer.ts";
