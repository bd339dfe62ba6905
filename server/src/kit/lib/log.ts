/** JSON logs by pino. Log plain fields, never bodies; secrets, account and card numbers are removed. */
import { pino, type DestinationStream, type Logger } from "pino";
import { removeCardNumbers } from "./card-numbers.ts";

export type { Logger };

/** Fields that must never reach a log; they are removed from the first three levels of a logged object. */
const SECRET_FIELDS = [
  "accountNumber",
  "bankAccount",
  "clientSecret",
  "secret",
  "token",
  "cryptogram",
  "apiKey",
  "password",
  "authorization",
  "signature",
  "vpa",
  "phone",
  "email",
];

/**
 * Makes the process's logger. `level` is pino's: trace, debug, info, warn, error, fatal or silent. Lines go
 * to standard output unless `to` is given.
 */
export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Removes card numbers that were written where they do not belong.
    hooks: { streamWrite: removeCardNumbers },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[removed]",
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
