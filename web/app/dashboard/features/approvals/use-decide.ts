// Approves or rejects, and reports the result.
import type { Inputs, Outputs } from "#dashboard/api/operations.ts";
import { useMoneySend } from "#dashboard/api/use-money-send.ts";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { isPayment } from "./request.ts";
import type { Request } from "./request.ts";
import { useTexts } from "./texts.ts";

const REFRESHES = ["listApprovals", "listApprovalHistory", "getApproval", "getSummary", "getBatch"] as const;

type Outcome = Outputs["playApprover"];

/** An earlier try whose answer was lost may already have decided. */
const settledTexts = { already_decided: "notedAlready", already_ended: "alreadyEnded" } as const;

const paymentTexts = { pending: "noted", approved: "approved", rejected: "rejected" } as const;
const changeTexts = { pending: "noted", approved: "approvedChange", rejected: "rejectedChange" } as const;

const settledOf = ({ code }: Outcome) => settledTexts[code as keyof typeof settledTexts] ?? null;

interface Deciding {
  decide: (verdict: Inputs["decideApprovals"]["verdict"], reason?: string) => void;
  /** In the sandbox, decides about the first request on behalf of another member. */
  play: () => void;
  isPending: boolean;
  /** The error, if the server refused. */
  refusal: unknown;
  /** Defined while the outcome of the decision is unknown. It asks the server at once. */
  askAgain: (() => void) | undefined;
}

export function useDecide(requests: readonly Request[], onDone: () => void): Deciding {
  const t = useTexts();
  const merchantId = useMerchantId();
  const words = requests.some(isPayment) ? paymentTexts : changeTexts;
  const tell = (outcomes: readonly Outcome[]): void => {
    const refused = outcomes.filter((one) => one.outcome === "refused" && settledOf(one) === null);
    if (refused.length > 0) {
      toast(t("refusedSome", { count: refused.length, why: refused[0]?.message ?? "" }), { tone: "bad" });
    } else {
      const said = outcomes.find(({ outcome }) => outcome === "pending") ?? outcomes[0];
      if (said) toast(t(said.outcome === "refused" ? settledOf(said)! : words[said.outcome]));
    }
    onDone();
  };
  const sending = useMoneySend("decideApprovals", {
    refreshes: REFRESHES,
    onDone: ({ items }) => tell(items),
  });
  const playing = useMoneySend("playApprover", { refreshes: REFRESHES, onDone: (item) => tell([item]) });
  return {
    decide: (verdict, reason = "") =>
      sending.send({
        merchantId,
        requests: requests.map(({ requestId, contentHash }) => ({ requestId, contentHash })),
        verdict,
        reason,
      }),
    play: () => {
      const { requestId, contentHash } = requests[0]!;
      playing.send({ merchantId, requestId, contentHash, verdict: "approve" });
    },
    isPending: sending.isPending || playing.isPending,
    refusal: sending.refusal ?? playing.refusal,
    askAgain: sending.askAgain ?? playing.askAgain,
  };
}
