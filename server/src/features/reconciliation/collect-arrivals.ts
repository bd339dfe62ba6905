/** Collects files that banks have left: records bank reports and imports statements. */
import { adapterOf, type Arrival } from "#banks";
import { listBankConnections, type BankConnection } from "#fund-sources";
import type { Context } from "#lib/context";
import { CrashError, crashPoint } from "#lib/crash-points";
import { isUnavailable } from "#lib/db-errors";
import { VitaranError } from "#lib/errors";
import { receiveNews } from "#transfers";
import { importStatement } from "./import-statement.ts";
import { noteForeign } from "./check-statement.ts";
import { openBreaks } from "./open-breaks.ts";

/**
 * Takes all complete files of a merchant's banks. A file is archived only after all its content is committed;
 * reading it again after a crash changes nothing. A file that cannot be taken, or taken only in part, is set
 * aside with the reason and becomes a break. A folder that cannot be read does not delay the other banks.
 * When `signal` aborts, throws its reason.
 */
export async function collectArrivals(ctx: Context, merchantId: string, signal?: AbortSignal): Promise<void> {
  const connections = await ctx.db.inMerchant(merchantId, (tx) => listBankConnections(ctx, tx));
  for (const connection of connections) {
    const { collect } = adapterOf(connection);
    if (collect === undefined) continue;
    try {
      for await (const arrival of collect(connection))
        await takeArrival(ctx, merchantId, { connection, arrival, signal });
    } catch (error) {
      signal?.throwIfAborted();
      if (error instanceof CrashError || isUnavailable(error)) throw error;
      const { bankId } = connection;
      ctx.log.error(
        { err: error, merchantId, bankId },
        "a bank's files could not be taken; a person must look",
      );
    }
  }
}

async function takeArrival(
  ctx: Context,
  merchantId: string,
  {
    connection,
    arrival,
    signal,
  }: { connection: BankConnection; arrival: Arrival; signal: AbortSignal | undefined },
): Promise<void> {
  signal?.throwIfAborted();
  const { bankId } = connection;
  const { name: file, contents } = arrival;
  const refuse = async (reason: string): Promise<void> => {
    ctx.log.error({ merchantId, bankId, file, reason }, "a bank's file was not taken; a person must look");
    await noteRefusal(ctx, merchantId, { bankId, arrival, reason });
    crashPoint("reconciliation.file.refused");
    await arrival.refuse(reason);
  };
  if (contents === null) return refuse(arrival.reason);
  // A report that was not understood has the break of its file, which stays where a person looks.
  const missed = contents.news.filter((one) => one.kind === "unread");
  const unread = missed.flatMap((one) => (one.foreign === undefined ? [one.detail] : []));
  const news = contents.news.filter(({ kind }) => kind !== "unread");
  const foreign = [...contents.foreign, ...missed.flatMap((one) => one.foreign ?? [])];
  try {
    await receiveNews(ctx, merchantId, { connection, news });
    for await (const statement of contents.statements)
      await importStatement(ctx, merchantId, { bankId, statement, signal });
    await noteForeign(ctx, merchantId, { bankId, foreign });
  } catch (error) {
    if (!(error instanceof VitaranError)) throw error;
    return refuse(error.message);
  }
  crashPoint("reconciliation.file.recorded");
  if (unread.length > 0) return refuse(notUnderstood(unread, news.length > 0));
  await arrival.archive();
  crashPoint("reconciliation.file.archived");
}

function notUnderstood(unread: readonly string[], isPart: boolean): string {
  const taken = isPart ? "what could be understood of it was taken, and this was not: " : "";
  return `${taken}${unread.slice(0, 5).join("; ")}${unread.length > 5 ? `; and ${unread.length - 5} more` : ""}`;
}

/** Opens one break per file, however often it is refused: a crash may leave it where it was. */
async function noteRefusal(
  ctx: Context,
  merchantId: string,
  { bankId, arrival, reason }: { bankId: string; arrival: Arrival; reason: string },
): Promise<void> {
  const fingerprint = await arrival.fingerprint();
  if (fingerprint === null) return;
  const sourceKey = `file:${bankId}:${arrival.name}:${fingerprint}`;
  const detail = `the file ${arrival.name} was laid aside in the folder "refused": ${reason}`;
  await ctx.db.inMerchant(merchantId, (tx) =>
    openBreaks(tx, [{ kind: "file_refused", sourceKey, bankId, detail }]),
  );
}
