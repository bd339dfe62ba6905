// Saying yes or no, and telling what came of it.
import { NoAnswer } from "#dashboard/api/api-error.ts";
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useSend } from "#dashboard/api/use-call.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

const REFRESHES = ["listApprovals", "listApprovalHistory", "getApproval", "getSummary", "getBatch"] as const;

type Outcome = Outputs["playApprover"];

export interface Deciding {
  decide: (
    requests: readonly Request[],
    verdict: Inputs["decideApprovals"]["verdict"],
    reason?: string,
  ) => void;
  play: (request: Request) => void;
  isPending: boolean;
  error: unknown;
  /** The server did not answer: what came of it is not known. */
  isUnknown: boolean;
  reset: () => void;
}

export function useDecide(onDone: () => void): Deciding {
  const t = useTexts();
  const merchantId = useMerchantId();
  const tell = (outcomes: readonly Outcome[]): void => {
    const refused = outcomes.filter(({ outcome }) => outcome === "refused");
    if (refused.length > 0) {
      toast(t("refusedSome", { count: refused.length, why: refused[0]?.message ?? "" }), { tone: "bad" });
    } else {
      const said = outcomes.find(({ outcome }) => outcome === "pending") ?? outcomes[0];
      const words = { pending: t("noted"), approved: t("approved"), rejected: t("rejected"), refused: "" };
      if (said) toast(words[said.outcome]);
    }
    onDone();
  };
  const sending = useSend("decideApprovals", {
    refreshes: [...REFRESHES],
    onDone: ({ items }) => tell(items),
  });
  const playing = useSend("playApprover", { refreshes: [...REFRESHES], onDone: (item) => tell([item]) });
  const error = sending.error ?? playing.error;
  return {
    decide: (requests, verdict, reason = "") =>
      sending.send({
        merchantId,
        requests: requests.map(({ requestId, contentHash }) => ({ requestId, contentHash })),
        verdict,
        reason,
      }),
    play: ({ requestId, contentHash }) =>
      playing.send({ merchantId, requestId, contentHash, verdict: "approve" }),
    isPending: sending.isPending || playing.isPending,
    error,
    isUnknown: error instanceof NoAnswer && error.unknown,
    reset: () => {
      sending.reset();
      playing.reset();
    },
  };
}
