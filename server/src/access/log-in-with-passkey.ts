import type { Context } from "#lib/context";
import { checkFactor, organizationOf } from "./check-factor.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { enterWith } from "./log-in.ts";
import { askForPasskey, findPasskeyMember, type PasskeyAnswer, type PasskeyQuestion } from "./passkeys.ts";
import type { Browser, StartedSession } from "./start-session.ts";
import { addressSubjects, askingSubjects, takeAttempt, withAttempt } from "./take-attempt.ts";

/**
 * Asks a browser for any passkey that it has for this site; or, within a session, for one of the member's. Throws
 * `too_many_attempts` for an address without a session that asks too often.
 */
export async function startPasskeyLogIn(
  ctx: Context,
  { rpId, ...who }: { readonly rpId: string } & ({ readonly memberId: string } | { readonly ip: string }),
): Promise<PasskeyQuestion> {
  if ("ip" in who) await takeAttempt(ctx, askingSubjects(ctx, who.ip));
  const memberId = "ip" in who ? null : who.memberId;
  return ctx.db.directory((tx) => askForPasskey(tx, { memberId, rpId }));
}

/**
 * Logs in the member whose passkey has signed: the key is had, and the browser has asked for finger, face or PIN. No
 * password is needed. Throws `wrong_passkey`, `ticket_invalid`, `log_in_refused`, `too_many_attempts`.
 */
export async function logInWithPasskey(
  ctx: Context,
  { answer, browser }: { answer: PasskeyAnswer; browser: Browser },
): Promise<StartedSession> {
  const memberId = await findPasskeyMember(ctx, answer.response.id);
  return withAttempt(ctx, addressSubjects(ctx, browser.ip), async () => {
    if (memberId === null) throw AccessError.wrong_passkey();
    return inOrganization(ctx, await organizationOf(ctx, memberId), async (tx) => {
      await checkFactor(ctx, tx, memberId, { kind: "passkey", answer });
      return enterWith(tx, memberId, { browser, how: "passkey" });
    });
  });
}
