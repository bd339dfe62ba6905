// When a session ends or a second factor is required, asks for it over the page instead of leaving the page.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { watchCalls } from "../api/call.ts";
import { hearSession } from "./session-channel.ts";

const StepUpDialog = lazy(() => import("./step-up-dialog.tsx"));
const LoggedOutCover = lazy(() => import("./logged-out-cover.tsx"));

/** Passes the result to the waiting call and closes the dialog. */
type Answer = (proved: boolean) => void;

export function SessionWatch({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [loggedOut, setLoggedOut] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    watchCalls({
      // A visitor who was not logged in loses nothing: the log-in page needs no cover.
      onLoggedOut: () => setLoggedOut(client.getQueryData(["getSession", {}]) !== undefined),
      // Several calls that need it at the same time share one dialog.
      askStepUp: () =>
        (asking ??= new Promise<boolean>((resolve) => {
          setAnswer(() => (proved: boolean) => {
            asking = undefined;
            setAnswer(undefined);
            resolve(proved);
          });
        })),
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
        {answer && <StepUpDialog onAnswer={answer} />}
        {loggedOut && <LoggedOutCover onLoggedIn={() => setLoggedOut(false)} />}
      </Suspense>
    </>
  );
}
