import { randomInt } from "node:crypto";

/** A number for money that arrives in the sandbox without one. */
export const makeUtr = (): string => `SANDBOX${Date.now()}${randomInt(1_000)}`;
