/** The Node.js client of Vitaran, the open-source payouts platform. */
export type { AnsweredFile } from "./answered-file.ts";
export { type BatchOfRows, type BatchRow, batchFromRows, sumOfRows } from "./batch-rows.ts";
export { createClient, type Vitaran } from "./create-client.ts";
export {
  AuthenticationError,
  ConflictError,
  ConnectionError,
  type ErrorKind,
  ForbiddenError,
  InvalidInputError,
  NotFoundError,
  OutcomeUnknownError,
  RateLimitedError,
  RefusedError,
  ServerError,
  SignatureError,
  TimeoutError,
  VitaranError,
} from "./errors.ts";
export type * from "./generated/models.ts";
export type { Nouns } from "./generated/nouns.ts";
export { type Amount, formatRupees, sumRupees, toPaise } from "./money.ts";
export type { AbortSignalLike, Fetch, FetchAnswer, LogEntry, Options } from "./options.ts";
export { signIdentity } from "./sign-identity.ts";
export { verifyWebhook, type WebhookEvent, type WebhookHeaders, type WebhookToVerify } from "./webhooks.ts";
