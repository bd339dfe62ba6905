import type { Context } from "#lib/context";
import { askBanks, type BankAnswer, type Question } from "./ask-banks.ts";
import { openAccountNumber } from "./open-account-number.ts";
import type { Verification, VerificationFailure, VerificationResult } from "./verification.ts";

/** The result of a round of enquiries; `again` is true if a failed one may succeed later. */
export interface Asked {
  readonly result: VerificationResult;
  readonly again: boolean;
}

/** Asks the merchant's banks about a verification, once. No transaction may be open. */
export async function askAbout(
  ctx: Pick<Context, "db" | "vault" | "log">,
  merchantId: string,
  verification: Verification,
): Promise<Asked> {
  const answer = await askBanks(ctx, merchantId, questionOf(ctx, merchantId, verification));
  const { outcome, bankId } = answer;
  if (outcome.kind === "found") {
    const { name, utr, depositedPaise } = outcome;
    return {
      result: { status: "found", bankId: bankId!, nameAtBank: name, utr, depositedPaise },
      again: false,
    };
  }
  if (outcome.kind === "not_found")
    return { result: { status: "not_found", bankId: bankId!, code: outcome.code }, again: false };
  const failure = failureOf(answer);
  const code = outcome.kind === "unavailable" && outcome.code !== "" ? outcome.code : null;
  return {
    result: { status: "failed", failure, code },
    again: failure === "unavailable" || failure === "unknown",
  };
}

function failureOf({ bankId, outcome }: BankAnswer): VerificationFailure {
  if (bankId === null) return "unsupported";
  if (outcome.kind !== "unavailable") return "unknown";
  return outcome.refused ? "refused" : "unavailable";
}

/** Opens the account number here, only to send it to the bank. */
function questionOf(
  ctx: Pick<Context, "vault">,
  merchantId: string,
  { kind, sealedAccount, ifsc, vpa }: Verification,
): Question {
  if (kind === "vpa") return { kind, vpa: vpa! };
  return { kind, accountNumber: openAccountNumber(ctx, merchantId, sealedAccount!), ifsc: ifsc! };
}
