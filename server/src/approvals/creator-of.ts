import type { Actor } from "#audit";
import type { CreatorKind } from "./policy.ts";

/** Which kind of creator an actor is to a policy. */
export const creatorOf = (by: Actor): CreatorKind => (by.startsWith("member:") ? "member" : "api");
