// Links a number to the transfers that it counts: the list with the same filter.
import { useTo } from "#dashboard/shell/session.tsx";

export interface Counted {
  from: string;
  to: string;
  status?: string;
  mode?: string;
  rail?: string;
  reason?: string;
  fundSourceId?: string;
}

export function useRowsLink(): (counted: Counted) => string {
  const to = useTo();
  return ({ from, to: until, status, mode, rail, reason, fundSourceId }) => {
    const keys = { status, mode, rail, reason, src: fundSourceId };
    const set = Object.entries(keys).filter(([, value]) => value !== undefined && value !== "");
    const filters = [...set, ["created", `${from}..${until}`]].map(([key, value]) => `${key}=${value}`);
    return `${to("transfers/all")}?f=1&${filters.join("&")}`;
  };
}

/** The statuses in each count, as values of the list's filter. */
export const statusesOf = {
  succeeded: "SUCCESS",
  failed: "FAILED",
  reversed: "REVERSED",
  notPaid: "FAILED,REVERSED",
  inFlight: "RECEIVED,APPROVAL_PENDING,QUEUED,PENDING",
  results: "SUCCESS,FAILED,REVERSED",
} as const;
