// Hears when a session ends or a second factor is wanted, and asks for it over the page instead of leaving it.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { watchCalls } from "../api/call.ts";
import { hearSession } from "./session-channel.ts";

const LoggedOutCover = lazy(() => import("./logged-out-cover.tsx"));

export function SessionWatch({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [loggedOut, setLoggedOut] = useState(false);
  useEffect(() => {
    watchCalls({
      onLoggedOut: () => setLoggedOut(true),
      askStepUp: () => Promise.resolve(false),
    });
    return hearSession((news) => {
      setLoggedOut(news === "logged-out");
      if (news === "logged-in") void client.invalidateQueries();
    });
  }, [client]);
  return (
    <>
      {children}
      <Suspense fallback={null}>
        {loggedOut && <LoggedOutCover onLoggedIn={() => setLoggedOut(false)} />}
      </Suspense>
    </>
  );
}
