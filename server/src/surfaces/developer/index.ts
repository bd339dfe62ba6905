/** Tools for a merchant's developers: webhooks on a laptop, the latest calls, and transfers as they move. */
export { describeTokenSurface, makeTokenSurface } from "./token-surface.ts";
export { buildDeveloperContract, mountDeveloper } from "./mount-developer.ts";
