/** Handles the requests to a link's page. A POST ends in a redirect, or in a page with corrections. */
import {
  CLAIM_MODES,
  type ClaimMode,
  confirmClaim,
  draftClaim,
  makeSessionToken,
  provePayee,
  readRedemption,
  type Redemption,
  sendPassword,
} from "#links";
import { formatMoment, type RenderedPage } from "./document.ts";
import { renderConfirmation, renderDetails } from "./render-claim.ts";
import { renderEnded, renderPaid, renderPending, renderPlain, renderReversed } from "./render-outcome.ts";
import { renderCode, renderLanding } from "./render-proof.ts";
import type { Visit } from "./visit.ts";

export type ShownStep =
  | { readonly kind: "page"; readonly page: RenderedPage }
  /** Redirects to the link's own page; with `session`, the browser gets a new secret. */
  | { readonly kind: "redirect"; readonly session?: string };

const onward: ShownStep = { kind: "redirect" };
const page = (shown: RenderedPage): ShownStep => ({ kind: "page", page: shown });

const UNKNOWN = renderPlain(
  404,
  "This link does not work",
  "Check that the address is complete: open it from the message again, or copy all of it.",
);
const SESSION_OVER = "Your session has ended. Ask for a new code to go on.";

/** Shows the page of a link in its current state for this visitor. */
export async function showLink(visit: Visit): Promise<ShownStep> {
  const redemption = await readRedemption(visit.ctx, visit);
  return page(redemption === null ? UNKNOWN : choosePage(redemption, visit));
}

function choosePage(redemption: Redemption, visit: Visit): RenderedPage {
  const { state, proved, passwordEndsAt } = redemption;
  if (state === "pending") return renderPending(redemption, visit.base);
  if (state === "redeemed") return renderPaid(redemption);
  if (state === "reversed") return renderReversed(redemption);
  if (state === "expired") return renderEnded(redemption);
  if (proved !== null && proved.draft !== null) return renderConfirmation(redemption, visit);
  if (proved !== null)
    return renderDetails(redemption, { ...visit, mode: proved.modes[0] ?? "banktransfer" });
  const isAsked = visit.sessionToken !== null && passwordEndsAt !== null;
  return isAsked ? renderCode(redemption, visit) : renderLanding(redemption, visit.base);
}

/** Sends a code, and gives a new browser its secret. A verified payee needs no other code. */
export async function askForPassword(visit: Visit): Promise<ShownStep> {
  const before = await readRedemption(visit.ctx, visit);
  if (before === null) return page(UNKNOWN);
  const session = visit.sessionToken === null ? { session: makeSessionToken() } : {};
  if (before.proved !== null || before.state !== "open") return onward;
  const sending = await sendPassword(visit.ctx, visit.token);
  if (sending?.kind !== "too_soon") return { kind: "redirect", ...session };
  // For a browser that has not asked yet, a code sent a moment ago that still works is enough.
  if (before.passwordEndsAt !== null && visit.sessionToken === null) return { kind: "redirect", ...session };
  const shown = { problem: `You can ask for another code from ${formatMoment(sending.at)}.`, status: 429 };
  return page(
    before.passwordEndsAt === null
      ? renderLanding(before, visit.base, shown)
      : renderCode(before, visit, shown),
  );
}

/** Checks the code. Text that cannot be a code does not count as a guess. */
export async function enterCode(visit: Visit): Promise<ShownStep> {
  const code = (visit.form.get("code") ?? "").replaceAll(/\s/g, "");
  const isCode = /^\d{6}$/.test(code);
  const proof = isCode ? await provePayee(visit.ctx, visit.token, code) : ({ kind: "malformed" } as const);
  if (proof?.kind === "proved") return { kind: "redirect", session: proof.sessionToken };
  const redemption = await readRedemption(visit.ctx, visit);
  if (redemption === null || proof === null) return page(UNKNOWN);
  if (proof.kind === "closed" || redemption.state !== "open") return onward;
  if (proof.kind === "refused" || redemption.codesRefusedUntil !== null)
    return page(renderLanding(redemption, visit.base, { status: 429 }));
  if (proof.kind === "stale") {
    const problem = "That code no longer works. Ask for a new one.";
    return page(renderLanding(redemption, visit.base, { problem, status: 422 }));
  }
  const problem =
    proof.kind === "malformed"
      ? "The code has six digits."
      : `That is not the code. ${proof.left === 1 ? "One try is" : `${proof.left} tries are`} left.`;
  return page(renderCode(redemption, visit, { problem, isWrong: true, status: 422 }));
}

/** Shows the form for the details, even if some were entered already. */
export async function showDetails(visit: Visit): Promise<ShownStep> {
  const redemption = await readRedemption(visit.ctx, visit);
  if (redemption === null) return page(UNKNOWN);
  const { proved, state } = redemption;
  if (proved === null || state !== "open") return onward;
  const wanted = readMode(visit.way);
  const mode =
    wanted !== null && proved.modes.includes(wanted) ? wanted : (proved.modes[0] ?? "banktransfer");
  return page(renderDetails(redemption, { ...visit, mode }));
}

const readMode = (text: string | undefined): ClaimMode | null =>
  CLAIM_MODES.find((mode) => mode === text) ?? null;

/** Takes the details. They are stored until they are confirmed, and shown masked. */
export async function giveDetails(visit: Visit): Promise<ShownStep> {
  const field = (name: string): string => visit.form.get(name) ?? "";
  const mode = readMode(field("way")) ?? "banktransfer";
  const typed = { ifsc: field("ifsc"), vpa: field("vpa") };
  const drafting = await draftClaim(visit.ctx, visit, {
    mode,
    accountNumber: field("account"),
    accountNumberAgain: field("again"),
    ...typed,
  });
  if (drafting?.kind === "drafted" || drafting?.kind === "closed") return onward;
  const redemption = await readRedemption(visit.ctx, visit);
  if (drafting === null || redemption === null) return page(UNKNOWN);
  if (drafting.kind === "not_proved") return page(endSession(redemption, visit));
  const problems = drafting.kind === "invalid" ? drafting.problems : [];
  // Only the mode is wrong, because it is no longer offered: the other modes are shown.
  if (drafting.kind === "invalid" && problems.length === 0) return onward;
  return page(renderDetails(redemption, { ...visit, mode, problems, typed }));
}

/** Confirms the claim. Confirming twice, here or in another tab, has no further effect. */
export async function confirm(visit: Visit): Promise<ShownStep> {
  const confirming = await confirmClaim(visit.ctx, visit, visit.form.get("draft") ?? "");
  if (confirming === null) return page(UNKNOWN);
  if (confirming.kind !== "changed" && confirming.kind !== "not_proved") return onward;
  const redemption = await readRedemption(visit.ctx, visit);
  if (redemption === null) return page(UNKNOWN);
  if (confirming.kind === "not_proved") return page(endSession(redemption, visit));
  if (redemption.state !== "open" || redemption.proved?.draft === null) return onward;
  const problem = "The details were changed in another window. Look at them again.";
  return page(renderConfirmation(redemption, { ...visit, problem }));
}

function endSession(redemption: Redemption, visit: Visit): RenderedPage {
  if (redemption.state !== "open") return choosePage(redemption, visit);
  return renderLanding(redemption, visit.base, { problem: SESSION_OVER, status: 403 });
}
