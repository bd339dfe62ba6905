/** A verified payee enters a destination, which is checked and kept as a draft, and confirms it. */
import { adapterOf } from "#banks";
import { listBankConnections } from "#fund-sources";
import type { Context } from "#lib/context";
import { crashPoint } from "#lib/crash-points";
import type { Tx } from "#lib/db";
import { newId } from "#lib/ids";
import {
  checkAmount,
  ifscExists,
  isAccountNumber,
  isIfsc,
  isIndianMobile,
  isVpaToKeep,
  railsOf,
} from "#rails";
import { readRules } from "#risk";
import { awaitOutcome } from "#transfers";
import { CLAIM_MODES, readNewestClaims, sealClaimAccount, type ClaimMode } from "./claim.ts";
import { orderClaim } from "./decide-link.ts";
import { isOpen, openLink, type Link } from "./link.ts";
import { type ClaimDraft, keepDraft, readSession } from "./prove-payee.ts";
import { settleQuietly } from "./settle-claims.ts";
import { writeLinkChanges } from "./write-link-changes.ts";

/** The identity of a visitor: the link's token, and the secret in the browser's cookie. */
export interface Visitor {
  readonly token: string;
  readonly sessionToken: string | null;
}

type Drafting =
  | { readonly kind: "drafted" }
  | { readonly kind: "invalid"; readonly problems: readonly DestinationProblem[] }
  /** The last claim had a passing failure. The next one can begin at `at`. */
  | { readonly kind: "too_soon"; readonly at: Date }
  | { readonly kind: "not_proved" }
  | { readonly kind: "closed" };

/** Stores the input of a verified payee until it is confirmed. Null if there is no such link. */
export async function draftClaim(
  ctx: Context,
  { token, sessionToken }: Visitor,
  input: DestinationInput,
): Promise<Drafting | null> {
  const given = cleanDestination(input);
  return openLink(ctx, token, async (tx, link): Promise<Drafting> => {
    const session = await readSession(tx, link.linkId, sessionToken);
    if (session === null) return { kind: "not_proved" };
    if (!isOpen(link, tx.now)) return { kind: "closed" };
    if (link.retryAt !== null && link.retryAt > tx.now) return { kind: "too_soon", at: link.retryAt };
    const problems = checkDestination(given);
    const isOffered = (await readOfferedModes(ctx, tx, link)).includes(given.mode);
    if (problems.length > 0 || !isOffered) return { kind: "invalid", problems };
    await keepDraft(tx, session, draftOf(ctx, link.merchantId, given));
    return { kind: "drafted" };
  });
}

function draftOf(
  { vault }: Context,
  merchantId: string,
  { mode, accountNumber, ifsc, vpa }: DestinationInput,
): ClaimDraft {
  const isAccount = mode === "banktransfer";
  return {
    draftId: newId(),
    mode,
    sealedAccount: isAccount ? sealClaimAccount(vault, merchantId, accountNumber) : null,
    accountLast4: isAccount ? accountNumber.slice(-4) : null,
    ifsc: isAccount ? ifsc : null,
    vpa: mode === "upi" ? vpa : null,
  };
}

export type Confirming =
  /** The link now follows its transfer, or did so already. */
  | { readonly kind: "ordered" }
  /** The confirmed draft is not the latest one. */
  | { readonly kind: "changed" }
  | { readonly kind: "too_soon"; readonly at: Date }
  | { readonly kind: "not_proved" }
  | { readonly kind: "closed" };

/** A page waits no longer than this for the outcome. A later outcome is shown by the next page. */
const OUTCOME_WAIT_MS = 4_000;

/**
 * Claims the money with the draft that was shown, and waits a little for the outcome. A draft that is
 * confirmed several times, even from several tabs, makes one claim. Null if there is no such link.
 */
export async function confirmClaim(
  ctx: Context,
  visitor: Visitor,
  draftId: string,
): Promise<Confirming | null> {
  const done = await openLink(ctx, visitor.token, async (tx, link) => ({
    link,
    confirming: await order(tx, link, { sessionToken: visitor.sessionToken, draftId }),
  }));
  if (done === null) return null;
  const { link, confirming } = done;
  crashPoint("links.confirm.ordered");
  if (confirming.kind !== "ordered") return confirming;
  const transfers = await settleQuietly(ctx, link.merchantId, [link.linkId]);
  const newest = transfers.at(-1);
  if (newest !== undefined) await awaitOutcome(ctx, newest, OUTCOME_WAIT_MS);
  return confirming;
}

async function order(
  tx: Tx,
  link: Link,
  { sessionToken, draftId }: { sessionToken: string | null; draftId: string },
): Promise<Confirming> {
  const session = await readSession(tx, link.linkId, sessionToken);
  if (session === null) return { kind: "not_proved" };
  const [newest] = await readNewestClaims(tx, [link.linkId]);
  if (newest?.draftId === draftId) return { kind: "ordered" };
  if (!isOpen(link, tx.now)) return { kind: "closed" };
  if (link.retryAt !== null && link.retryAt > tx.now) return { kind: "too_soon", at: link.retryAt };
  if (session.draft === null || session.draft.draftId !== draftId) return { kind: "changed" };
  await writeLinkChanges(tx, [orderClaim(link, session.draft, tx.now)]);
  await keepDraft(tx, session, null);
  crashPoint("links.confirm.written");
  return { kind: "ordered" };
}

/** A destination as typed. */
export interface DestinationInput {
  readonly mode: ClaimMode;
  readonly accountNumber: string;
  readonly accountNumberAgain: string;
  readonly ifsc: string;
  readonly vpa: string;
}

export type DestinationProblem =
  | "account_invalid"
  | "account_differs"
  | "ifsc_invalid"
  | "ifsc_unknown"
  | "vpa_invalid";

/** Normalizes a typed destination, because people group digits and type in lower case. */
function cleanDestination(input: DestinationInput): DestinationInput {
  return {
    mode: input.mode,
    accountNumber: input.accountNumber.replaceAll(/[\s-]/g, "").toUpperCase(),
    accountNumberAgain: input.accountNumberAgain.replaceAll(/[\s-]/g, "").toUpperCase(),
    ifsc: input.ifsc.replaceAll(/\s/g, "").toUpperCase(),
    vpa: input.vpa.replaceAll(/\s/g, ""),
  };
}

/** Returns everything that is wrong with a normalized destination. */
function checkDestination(input: DestinationInput): DestinationProblem[] {
  switch (input.mode) {
    case "banktransfer":
      return [...checkAccount(input), ...checkIfsc(input.ifsc)];
    case "upi":
      return isVpaToKeep(input.vpa) ? [] : ["vpa_invalid"];
    case "paytm":
    case "amazonpay":
      return [];
    default: {
      const never: never = input.mode;
      return never;
    }
  }
}

function checkAccount({ accountNumber, accountNumberAgain }: DestinationInput): DestinationProblem[] {
  if (!isAccountNumber(accountNumber)) return ["account_invalid"];
  return accountNumber === accountNumberAgain ? [] : ["account_differs"];
}

function checkIfsc(ifsc: string): DestinationProblem[] {
  if (!isIfsc(ifsc)) return ["ifsc_invalid"];
  return ifscExists(ifsc) ? [] : ["ifsc_unknown"];
}

/** Returns the modes that the amount, the payee's phone, the merchant and its banks allow for a link. */
export async function readOfferedModes(ctx: Context, tx: Tx, link: Link): Promise<ClaimMode[]> {
  const [connections, rules] = await Promise.all([listBankConnections(ctx, tx), readRules(tx)]);
  const rails = new Set(
    connections
      // A claim made while its bank is stopped waits for the bank.
      .filter(({ enabled, stopped }) => enabled || stopped)
      .flatMap((connection) => adapterOf(connection).capabilities(connection.bankId).rails),
  );
  return CLAIM_MODES.filter((mode) => {
    if (checkAmount(mode, link.amountPaise, tx.now) !== null) return false;
    if (rules.unavailableModes.includes(mode) || rules.disabledModes.includes(mode)) return false;
    const isWallet = mode === "paytm" || mode === "amazonpay";
    if (isWallet && !isIndianMobile(link.phone)) return false;
    return railsOf(mode, link.amountPaise).some((rail) => rails.has(rail));
  });
}
