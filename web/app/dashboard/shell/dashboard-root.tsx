// The frame of every screen of the dashboard, before the session is known.
import { CSPProvider } from "@base-ui/react/csp-provider";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { ApiError, NoAnswer } from "../api/api-error.ts";
import { useLanguage } from "../texts/language.ts";
import { LoadFailure } from "#ui/load-failure.tsx";
import { Toasts } from "../ui/toast.tsx";
import { SessionWatch } from "./session-watch.tsx";
import "../../styles/dashboard.css";

/** A call that changes nothing is repeated if no answer came, never if the server refused. */
function isWorthAnotherTry(failures: number, error: unknown): boolean {
  return failures < 2 && error instanceof NoAnswer;
}

function makeClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(),
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        retry: isWorthAnotherTry,
        networkMode: "always",
        throwOnError: (error) => !(error instanceof ApiError || error instanceof NoAnswer),
      },
    },
  });
}

export default function DashboardRoot() {
  const [client] = useState(makeClient);
  const language = useLanguage();
  useEffect(() => {
    const root = document.documentElement;
    root.lang = language === "hi" ? "hi" : "en-IN";
    root.dataset["dashboard"] = "";
    return () => {
      root.lang = "en-IN";
      delete root.dataset["dashboard"];
    };
  }, [language]);
  return (
    <CSPProvider disableStyleElements>
      <QueryClientProvider client={client}>
        <Suspense fallback={null}>
          <SessionWatch>
            <Outlet />
          </SessionWatch>
          <Toasts />
        </Suspense>
      </QueryClientProvider>
    </CSPProvider>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <LoadFailure error={error} />;
}
