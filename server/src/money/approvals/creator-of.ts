import type { Actor } from "#audit";
import type { CreatorKind } from "./policy.ts";

/** Returns the kind of creator that policies see in an actor. */
export const creatorOf = (by: Actor): CreatorKind => (by.startsWith("member:") ? "member" : "api");
