import Type from "typebox";
import { readWaiting } from "#approvals";
import { UPSTREAMS } from "#banks";
import { nullable, waitingFields } from "#dashboard/schemas";
import { environmentOf, listBankConnections, UPSTREAM_SUBJECTS } from "#fund-sources";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";

/** A service that a live merchant can pay through with keys of its own. No secret is among it. */
export const upstream = Type.Object({
  upstreamId: Type.String(),
  name: Type.String(),
  /** Null: not connected. */
  connection: Type.Union([
    Type.Object({
      /** Whose money its keys move; null when neither key nor address says so. */
      environment: Type.Union([Type.Literal("test"), Type.Literal("live"), Type.Null()]),
      enabled: Type.Boolean(),
      keyId: Type.String(),
      accountLast4: Type.String(),
    }),
    Type.Null(),
  ]),
  /** Keys that others have to approve first. */
  waits: nullable(Type.Object(waitingFields)),
  /** Where its webhooks are to be sent, below the address of this installation. */
  webhookPath: Type.String(),
});

/** All services, connected or not. */
export async function showUpstreams(ctx: Pick<Context, "vault">, tx: Tx) {
  const connections = await listBankConnections(ctx, tx);
  const subjectOf = (upstreamId: string) => `${UPSTREAM_SUBJECTS}${upstreamId}`;
  const waiting = await readWaiting(
    tx,
    "credit",
    UPSTREAMS.map(({ id }) => subjectOf(id)),
  );
  return UPSTREAMS.map((one) => {
    const { id: upstreamId, name } = one;
    const waits = waiting.get(subjectOf(upstreamId)) ?? null;
    const webhookPath = `/banks/${tx.merchantId}/${upstreamId}/callbacks`;
    const found = connections.find(({ bankId }) => bankId === upstreamId);
    const connection =
      found === undefined
        ? null
        : {
            environment: environmentOf(one, found),
            enabled: found.enabled,
            keyId: found.keyId ?? "",
            accountLast4: found.debitAccount.slice(-4),
          };
    return { upstreamId, name, connection, waits, webhookPath };
  });
}
