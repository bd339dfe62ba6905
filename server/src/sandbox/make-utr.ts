import { randomInt } from "node:crypto";

/** Makes a UTR for money that arrives in the sandbox without one. */
export const makeUtr = (): string => `SANDBOX${Date.now()}${randomInt(1_000)}`;
