/** The endpoint for banks: `POST /banks/{merchantId}/{bankId}/callbacks`, signed by the bank. */
import type { FastifyInstance, FastifyReply } from "fastify";
import { countForgery } from "#access";
import { BankError } from "#banks";
import { FundSourceError } from "#fund-sources";
import type { Context } from "#lib/context";
import { VitaranError } from "#lib/errors";
import { receiveCallback, TransferError } from "#transfers";

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The form of a bank's id: those that we know, and those that an operator added. */
const BANK_ID = /^[a-z][a-z0-9_-]{1,31}$/;

/** A callback reports one thing, so it is never larger. Its fields have the maxima of the bank's adapter. */
const BODY_BYTES_MAX = 65_536;

/**
 * Answers 204 only after the bank's report is committed; after any other answer a bank repeats it. A callback
 * that is not a bank's gets 401, whether or not the merchant and bank exist, and 429 without a log line if
 * too many come from one address; a bank's own callback is accepted even then.
 */
export function mountCallbacks(app: FastifyInstance, ctx: Context): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post<{ Params: { merchantId: string; bankId: string } }>(
      "/banks/:merchantId/:bankId/callbacks",
      { bodyLimit: BODY_BYTES_MAX },
      async (request, reply) => {
        const { merchantId, bankId } = request.params;
        const rawBody = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        try {
          if (!UUID.test(merchantId) || !BANK_ID.test(bankId))
            throw TransferError.bank_not_connected({ bankId });
          await receiveCallback(ctx, merchantId, { bankId, headers: request.headers, rawBody });
          return await reply.code(204).send();
        } catch (error) {
          if (!(error instanceof VitaranError)) throw error;
          return refuse(ctx, reply, { error, ip: request.ip, bankId, merchantId });
        }
      },
    );
  });
}

interface Refused {
  readonly error: VitaranError;
  readonly ip: string;
  readonly bankId: string;
  readonly merchantId: string;
}

/** Does not reveal which merchants and banks exist. */
const FORGED = "The callback is not signed by a bank of this merchant.";

async function refuse(
  ctx: Context,
  reply: FastifyReply,
  { error, ip, bankId, merchantId }: Refused,
): Promise<FastifyReply> {
  const isForged = BankError.is(error, "callback_forged") || TransferError.is(error, "bank_not_connected");
  const waitSeconds = isForged ? await countForgery(ctx, { kind: "bank callback", ip }) : null;
  if (waitSeconds !== null) {
    return reply
      .code(429)
      .header("retry-after", waitSeconds)
      .send({ error: "Too many callbacks that are no bank's." });
  }
  ctx.log.warn({ bankId, merchantId, error: error.name }, "a bank's callback was not taken");
  if (isForged) return reply.code(401).send({ error: FORGED });
  if (TransferError.is(error, "callback_unconfirmed")) return reply.code(503).send({ error: error.message });
  return reply.code(FundSourceError.is(error) ? 422 : 400).send({ error: error.message });
}
