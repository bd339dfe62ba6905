// The steps after the server has given this browser a session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { announceSession } from "#dashboard/shell/session-channel.ts";

/** Returns the page that the person wanted before the log-in. It is always a screen of the dashboard. */
function placeOf(next: string | null): string {
  return next !== null && /^\/dashboard(?:[/?]|$)/.test(next) ? next : "/dashboard";
}

/** Call this after a log-in. It clears data from before the log-in, notifies other tabs, and continues. */
export function useEntered(): () => void {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  return () => {
    client.clear();
    announceSession("logged-in");
    void navigate(placeOf(query.get("next")), { replace: true });
  };
}
