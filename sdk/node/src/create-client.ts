import { askForToken } from "./ask-for-token.ts";
import { batchFromRows, type BatchOfRows } from "./batch-rows.ts";
import { call, type Caller } from "./call.ts";
import type { BatchesCreateResult } from "./generated/models.ts";
import type { Nouns } from "./generated/nouns.ts";
import { OPERATIONS } from "./generated/operations.ts";
import { listItems } from "./list-items.ts";
import type { Input, Operation } from "./operation.ts";
import { type Options, readOptions, type Settings } from "./options.ts";
import { keepTokens } from "./tokens.ts";
import { verifyWebhook, type WebhookEvent, type WebhookHeaders } from "./webhooks.ts";

export interface Vitaran extends Nouns {
  readonly batches: Nouns["batches"] & {
    /**
     * Pay up to 500 rows in one call; the format is found from how the rows name their payees.
     *
     * Repeated only under the same batchTransferId. Throws as `batches.create`, and InvalidInputError naming the row.
     */
    createFromRows(batch: BatchOfRows): Promise<BatchesCreateResult>;
  };
  readonly webhooks: {
    /**
     * The event of a genuine webhook, by the webhook secrets of the client or, where it has none, by its client secret.
     * Give the raw body. Throws SignatureError.
     */
    verify(body: string | Uint8Array, headers: WebhookHeaders): WebhookEvent;
  };
}

/**
 * A client of one key pair. It keeps one token for all its calls, so make one and keep it.
 * @throws {InvalidInputError} for options that cannot be
 */
export function createClient(options: Options): Vitaran {
  const settings = readOptions(options);
  const caller: Caller = { settings, tokens: keepTokens(() => askForToken(settings)) };
  const nouns: Record<string, Record<string, unknown>> = {};
  for (const [name, operation] of Object.entries(OPERATIONS)) {
    const [noun, verb] = name.split(".") as [string, string];
    (nouns[noun] ??= {})[verb] = makeVerb(caller, name, operation);
  }
  const client = nouns as unknown as Nouns;
  const createFromRows = async (batch: BatchOfRows): Promise<BatchesCreateResult> =>
    client.batches.create(batchFromRows(batch));
  return {
    ...client,
    batches: { ...client.batches, createFromRows },
    webhooks: { verify: makeVerify(settings) },
  };
}

function makeVerb(caller: Caller, name: string, operation: Operation) {
  return operation.list === undefined
    ? async (input: Input = {}) => call(caller, name, operation, input)
    : (input: Input = {}) => listItems(caller, name, operation, input);
}

function makeVerify({ webhookSecrets, clientSecret }: Settings): Vitaran["webhooks"]["verify"] {
  const secret = webhookSecrets.length > 0 ? { webhookSecret: webhookSecrets } : { clientSecret };
  return (body, headers) => verifyWebhook({ body, headers, ...secret });
}
