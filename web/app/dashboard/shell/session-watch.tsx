// Hears when a session ends or a second factor is wanted, and asks for it over the page instead of leaving it.
import { useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useState } from "react";
import type { ReactNode } from "react";
import { watchCalls } from "../api/call.ts";
import { hearSession } from "./session-channel.ts";

const StepUpDialog = lazy(() => import("./step-up-dialog.tsx"));
const LoggedOutCover = lazy(() => import("./logged-out-cover.tsx"));

/** Answers who asked, and takes the question away. */
type Answer = (proved: boolean) => void;

export function SessionWatch({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [loggedOut, setLoggedOut] = useState(false);
  const [answer, setAnswer] = useState<Answer>();
  useEffect(() => {
    let asking: Promise<boolean> | undefined;
    watchCalls({
      // Who has not been here yet loses nothing: the log-in page needs no cover.
      onLoggedOut: () => setLoggedOut(client.getQueryData(["getSession", {}]) !== undefined),
      // Calls that need it at once are answered by one question.
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
