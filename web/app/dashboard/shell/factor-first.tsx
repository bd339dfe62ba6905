// This environment requires a second factor. Until the member has one, only the account page is shown, where it is set
// up.
import { Suspense } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router";
import { Note } from "../ui/layout.tsx";
import { ScreenSkeleton } from "../ui/skeleton.tsx";
import { chosenMerchant, useSession, useTo } from "./session.tsx";
import { useTexts } from "./texts.ts";

export function FactorFirst() {
  const t = useTexts();
  const { me, environment } = useSession();
  const account = useTo()("me");
  const { pathname } = useLocation();
  if (pathname !== account) return <Navigate to={account} replace />;
  const sandbox = environment === "live" ? chosenMerchant(me.merchants, "sandbox") : undefined;
  return (
    <main id="main" className="mx-auto grid max-w-[56rem] gap-6 px-4 py-8">
      <Note tone="warn" title={t("factorFirst")}>
        <p>{t(me.organization.secondFactorForAll ? "factorForAll" : "factorForRights")}</p>
        {sandbox && !sandbox.secondFactorRequired && (
          <Link className="text-link underline" to="/dashboard/sandbox">
            {t("openIn", { environment: t("sandbox") })}
          </Link>
        )}
      </Note>
      <Suspense fallback={<ScreenSkeleton />}>
        <Outlet />
      </Suspense>
    </main>
  );
}
