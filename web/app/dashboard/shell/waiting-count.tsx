// The number of requests that wait for this member's decision, shown beside their screens.
import { useCall } from "../api/use-call.ts";
import { useMerchantId, useSession } from "./session.tsx";

const deciding = ["approve_quick_transfer", "approve_bulk_transfer", "approve_changes"] as const;
const shownMax = 99;

/** Returns the counts by the path of the screen. A screen with nothing waiting has none. */
export function useWaitingCounts(): Readonly<Record<string, number>> {
  const merchantId = useMerchantId();
  const { permissions } = useSession().me;
  const enabled = deciding.some((permission) => permissions.includes(permission));
  const { data } = useCall("countApprovals", { merchantId }, { enabled });
  if (data === undefined) return {};
  return { "transfers/approve": data.requests, "transfers/approve-batches": data.batches };
}

export function WaitingCount({ count }: { count: number | undefined }) {
  if (count === undefined || count === 0) return null;
  return (
    <span className="rounded-full bg-info-bg px-2 text-12 font-semibold text-info tabular-nums">
      {count > shownMax ? `${shownMax}+` : count}
    </span>
  );
}
