/** Operator commands for transfers that wait for a person: list them, and end a review. Prints JSON. */
import type { Command } from "commander";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { formatRupees } from "#lib/money";
import { POLLING_MS } from "#rails";
import {
  listReviews,
  publicStatus,
  readTransfers,
  resolveReview,
  TransferError,
  type AtBank,
} from "#transfers";
import { readId, readWord } from "./option-values.ts";
import { printBy, printFor } from "./print-result.ts";

interface Found {
  readonly merchant: string;
  readonly transfer: string;
  readonly outcome: "paid" | "unpaid";
  readonly because: string;
  readonly member: string;
  readonly utr?: string;
}

/** Adds the operator's commands for reviews and contradictions. */
export function addReviews(program: Command): void {
  program
    .command("list-reviews")
    .description(
      `list what a person must check: transfers without a bank response for ${POLLING_MS / 3_600_000} hours, and ` +
        "banks that contradicted themselves",
    )
    .requiredOption("--merchant <id>", "", readId)
    .action(({ merchant }: { merchant: string }) => printFor(merchant, (ctx) => showReviews(ctx, merchant)));
  program
    .command("resolve-review")
    .description("record the outcome of a transfer in review, with your proof")
    .requiredOption("--merchant <id>", "", readId)
    .requiredOption("--transfer <transferId>", "the merchant's own ID of the transfer")
    .requiredOption("--outcome <outcome>", "paid or unpaid", readWord(["paid", "unpaid"]))
    .requiredOption("--because <proof>", "the proof: the bank's letter, statement line or call")
    .requiredOption("--member <id>", "the member who decides", readId)
    .option("--utr <utr>", "the bank's reference, if it was paid")
    .action(({ merchant, member, ...found }: Found) =>
      printBy({ merchant, member, asks: null }, (ctx, by) => settleReview(ctx, merchant, { ...found, by })),
    );
}

async function showReviews(ctx: Context, merchant: string): Promise<unknown> {
  const { reviews, contradictions } = await listReviews(ctx, merchant);
  return {
    reviews: reviews.map(({ since, ...review }) => ({ ...showAttempt(review), since })),
    contradictions: contradictions.map(({ kind, detail, attempt, openedAt, status, ...about }) => ({
      ...showAttempt(about),
      status: publicStatus[status],
      attempt,
      kind,
      detail,
      openedAt,
    })),
  };
}

/** Writes the first fields of both lists. Amounts are in rupees. */
function showAttempt({ transferKey, referenceId, amountPaise, bankId, reference }: AtBank): object {
  return { transferId: transferKey, referenceId, amount: formatRupees(amountPaise), bank: bankId, reference };
}

async function settleReview(
  ctx: Context,
  merchant: string,
  { transfer: transferKey, outcome, because, by, utr }: Omit<Found, "merchant" | "member"> & { by: Actor },
): Promise<unknown> {
  const [transfer] = await readTransfers(ctx, merchant, { transferKeys: [transferKey] });
  if (transfer === undefined) throw TransferError.not_found({ transferKey });
  const { status, referenceId } = await resolveReview(ctx, merchant, {
    transferId: transfer.transferId,
    paid: outcome === "paid",
    because,
    by,
    ...(utr === undefined ? {} : { utr }),
  });
  return { transferId: transferKey, referenceId, status };
}
