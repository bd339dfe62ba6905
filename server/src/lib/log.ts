/** JSON logs by pino: an allow-list of plain fields, never bodies, secrets or full account numbers. */
import { pino, type DestinationStream, type Logger } from "pino";
import { removeCardNumbers } from "./card-numbers.ts";

export type { Logger };

/** Fields that must never reach a log, wherever they stand in the object given. */
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
 * Makes the process's logger. `level` is pino's: trace, debug, info, warn, error, fatal or silent. Lines go to
 * the standard output unless another place is given.
 */
export function makeLog(level: string, to?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    // Whatever was written where it does not belong.
    hooks: { streamWrite: removeCardNumbers },
    redact: {
      paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`, `*.*.${field}`]),
      censor: "[removed]",
    },
  };
  return to === undefined ? pino(options) : pino(options, to);
}
