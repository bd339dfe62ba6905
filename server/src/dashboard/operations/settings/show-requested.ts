import { announceAlone } from "#entry";
import { showRule } from "#dashboard/shown-rules";
import type { Context } from "#lib/context";
import type { RequestedRule } from "#risk";

/** What became of a change as an answer has it; that an Owner makes it alone is told by e-mail. */
export async function showRequested(
  ctx: Context,
  session: Parameters<typeof announceAlone>[1],
  requested: RequestedRule,
) {
  if (requested.kind === "made")
    return { rule: requested.rule && showRule(requested.rule), requestId: null, aloneUntil: null };
  const { requestId, aloneUntil } = requested;
  await announceAlone(ctx, session, { what: "looser risk rules", aloneUntil });
  return { rule: null, requestId, aloneUntil };
}
