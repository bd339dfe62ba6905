// What follows once the server has given this browser a session.
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate, useSearchParams } from "react-router";
import { announceSession } from "#dashboard/shell/session-channel.ts";

/** Where someone wanted to go before the log-in; only ever a screen of the dashboard. */
function placeOf(next: string | null): string {
  return next !== null && /^\/dashboard(?:[/?]|$)/.test(next) ? next : "/dashboard";
}

/** To be called after a log-in: forgets what a stranger was shown, tells other tabs, and goes on. */
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
