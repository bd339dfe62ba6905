import type { Context } from "#lib/context";
import { takeTotpCode } from "./authenticator.ts";
import { AccessError } from "./errors.ts";
import { inOrganization } from "./in-organization.ts";
import { noteFactorChange } from "./note-factor-change.ts";
import { renewRecoveryCodes } from "./recovery-codes.ts";
import { sessionSubjects, withAttempt } from "./take-attempt.ts";
import type { OwnSession } from "./set-up-authenticator.ts";

/**
 * Switches a member's authenticator app on with a code from it, and answers ten recovery codes, shown once. The
 * member's other sessions end. Throws `wrong_code`, `too_many_attempts`.
 */
export async function confirmAuthenticator(
  ctx: Context,
  own: OwnSession,
  { code }: { code: string },
): Promise<{ recoveryCodes: string[] }> {
  const { organizationId, memberId } = own;
  return withAttempt(ctx, sessionSubjects(ctx, own.sessionId), () =>
    inOrganization(ctx, organizationId, async (tx) => {
      if (!(await takeTotpCode(ctx, tx, { memberId, code, confirming: true })))
        throw AccessError.wrong_code();
      const recoveryCodes = await renewRecoveryCodes(ctx, tx, memberId);
      await noteFactorChange(tx, own, "access.authenticator_added");
      return { recoveryCodes };
    }),
  );
}
