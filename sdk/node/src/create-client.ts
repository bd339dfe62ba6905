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
     * Pays up to 500 rows in one call. The way in which the rows name their payees decides the format. It is repeated
     * only under the same batchTransferId. Throws the same errors as `batches.create`, and InvalidInputError naming the
     * row.
     */
    createFromRows(batch: BatchOfRows): Promise<BatchesCreateResult>;
  };
  readonly webhooks: {
    /**
     * Returns the event of a genuine webhook. Uses the client's webhook secrets, or its client secret if there are
     * none. Pass the raw body. Throws SignatureError.
     */
    verify(body: string | Uint8Array, headers: WebhookHeaders): WebhookEvent;
  };
}

/**
 * Makes a client for one key pair. It shares one token among all its calls, so make one client and keep it.
 * @throws {InvalidInputError} for invalid options
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
