// /dashboard/{sandbox|live}: reads the session and the merchant, then draws the shell around the screen.
import { Suspense, useEffect, useState } from "react";
import { Navigate, Outlet, useLocation, useParams } from "react-router";
import { isRefusal } from "../api/api-error.ts";
import { useCall } from "../api/use-call.ts";
import { TitleProvider } from "../ui/document-title.tsx";
import { ErrorBox } from "../ui/error-box.tsx";
import { ScreenFailure } from "../ui/failures.tsx";
import { ScreenSkeleton } from "../ui/skeleton.tsx";
import { FactorFirst } from "./factor-first.tsx";
import { Frame } from "./frame.tsx";
import { keepEnvironment, lastEnvironment } from "./last-environment.ts";
import type { Environment } from "./nav.ts";
import { NoMerchant } from "./no-merchant.tsx";
import { chosenMerchant, SessionProvider } from "./session.tsx";
import type { Me } from "./session.tsx";
import { SwitchPage } from "./switch-page.tsx";
import { useTexts } from "./texts.ts";

function isEnvironment(text: string | undefined): text is Environment {
  return text === "sandbox" || text === "live";
}

function Inside({ me, environment }: { me: Me; environment: Environment }) {
  const t = useTexts();
  const [came, setCame] = useState(lastEnvironment);
  const merchant = chosenMerchant(me.merchants, environment);
  const crossed = came !== undefined && came !== environment;
  useEffect(() => {
    if (!crossed) keepEnvironment(environment);
  }, [crossed, environment]);
  const title = (page: string) =>
    environment === "sandbox" ? t("sandboxTitle", { title: page }) : t("liveTitle", { title: page });
  return (
    <TitleProvider value={title}>
      {crossed ? (
        <SwitchPage environment={environment} other={came} onChosen={() => setCame(environment)} />
      ) : merchant ? (
        <SessionProvider value={{ me, environment, merchant }}>
          {merchant.secondFactorRequired ? (
            <FactorFirst />
          ) : (
            <Frame key={merchant.merchantId}>
              <Suspense fallback={<ScreenSkeleton />}>
                <Outlet />
              </Suspense>
            </Frame>
          )}
        </SessionProvider>
      ) : (
        <NoMerchant environment={environment} />
      )}
    </TitleProvider>
  );
}

export default function EnvironmentLayout() {
  const { environment } = useParams();
  const { pathname, search } = useLocation();
  const me = useCall("getSession", {});
  if (!isEnvironment(environment)) return <Navigate to="/dashboard" replace />;
  if (me.data) return <Inside key={environment} me={me.data} environment={environment} />;
  if (isRefusal(me.error, "not_logged_in")) {
    return <Navigate to={`/login?next=${encodeURIComponent(pathname + search)}`} replace />;
  }
  return (
    <main id="main" className="p-8" aria-busy={me.isPending}>
      {me.error ? <ErrorBox error={me.error} onRetry={() => void me.refetch()} /> : <ScreenSkeleton />}
    </main>
  );
}

export function ErrorBoundary({ error }: { error: unknown }) {
  return <ScreenFailure error={error} />;
}
