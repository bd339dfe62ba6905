import type { Tx } from "#lib/db";

/** The steps of a newcomer, in a sensible order. */
export const ONBOARDING_STEPS = ["paid", "failed", "webhook", "called", "approved", "second_factor"] as const;

type OnboardingStep = (typeof ONBOARDING_STEPS)[number];

/**
 * Reads which steps the merchant of the transaction has taken (for `second_factor` the member): a payout arrived; one
 * failed; a webhook was delivered; the API was called and a key pair is active; a member approved a request; and the
 * member set up a second factor.
 */
export async function readOnboarding(
  tx: Tx,
  memberId: string,
): Promise<Readonly<Record<OnboardingStep, boolean>>> {
  const [done] = await tx.query<Record<OnboardingStep, boolean>>(READ, [tx.merchantId, memberId]);
  return done!;
}

const READ = `
  select
    exists (
      select from transfers.transfer where merchant_id = $1 and status = 'succeeded'
    ) as paid,
    exists (
      select from transfers.transfer where merchant_id = $1 and reason is not null and status = 'failed'
    ) as failed,
    exists (
      select from webhooks.delivery where merchant_id = $1 and status = 'delivered'
    ) as webhook,
    exists (select from access.api_client where merchant_id = $1 and active)
      and exists (select from calls.call where merchant_id = $1 and client_id is not null) as called,
    exists (
      select from approvals.decision where merchant_id = $1 and verdict = 'approve'
    ) as approved,
    exists (
      select from access.authenticator where member_id = $2 and confirmed_at is not null
    ) or exists (
      select from access.passkey where member_id = $2
    ) as second_factor`;
