// The steps after the server has given this browser a session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { announceSession } from "#dashboard/shell/session-channel.ts";

/** Returns the page that the person wanted before the log-in. It is always a screen of the dashboard. */
function placeOf(next: string | null): string {
  return next !== null && /^\/dashboard(?:[/?]|$)/.test(next) ? next : "/dashboard";
}

/** Call this after a log-in, with the page to show if it is not in the address. It clears data from before the log-in, notifies other tabs, and continues. */
export function useEntered(): (next?: string | null) => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return (next = query.get("next")) => {
    client.clear();
    announceSession("logged-in");
    void navigate(placeOf(next), { replace: true });
  };
}
