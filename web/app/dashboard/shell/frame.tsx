// The shell around a screen: a rail and a top bar in a wide window, a bar at the bottom of a narrow one.
import { useEffect, useState } from "react";
import type { ReactNode } from "react";
import { SkipLink } from "#ui/skip-link.tsx";
import { addressOf } from "../api/call.ts";
import { useStream } from "../api/live.ts";
import { fetchOverlaysSoon } from "../ui/lazy-part.tsx";
import { BottomBar } from "./bottom-bar.tsx";
import { EnvironmentIcon } from "./environment-icon.tsx";
import { IdleWarning } from "./idle-warning.tsx";
import { Rail } from "./rail.tsx";
import { useSession } from "./session.tsx";
import { Shortcuts } from "./shortcuts.tsx";
import { useTexts } from "./texts.ts";
import { TopBar } from "./top-bar.tsx";

function SandboxStrip() {
  const t = useTexts();
  return (
    <p className="bg-marigold py-1 text-center text-13 font-semibold text-on-marigold print:hidden">
      {t("sandboxStrip")}
    </p>
  );
}

export function Frame({ children }: { children: ReactNode }) {
  const t = useTexts();
  const { environment, merchant } = useSession();
  const mayWatch = merchant.permissions.includes("access_transfers");
  useStream(mayWatch ? addressOf("watchMerchant", { merchantId: merchant.merchantId }) : undefined);
  useEffect(fetchOverlaysSoon, []);
  const [collapsed, setCollapsed] = useState(readCollapsed);
  useEffect(() => keepCollapsed(collapsed), [collapsed]);
  return (
    <div className="dashboard-frame" data-collapsed={collapsed || undefined} data-environment={environment}>
      <SkipLink>{t("skip")}</SkipLink>
      <EnvironmentIcon environment={environment} />
      <Rail collapsed={collapsed} onToggle={() => setCollapsed(!collapsed)} />
      <div className="flex min-h-dvh min-w-0 flex-col">
        <header aria-label={t("pageTools")} className="contents">
          {environment === "sandbox" && <SandboxStrip />}
          <TopBar />
        </header>
        <main id="main" tabIndex={-1} className="dashboard-main">
          {children}
        </main>
      </div>
      <BottomBar />
      <Shortcuts />
      <IdleWarning />
    </div>
  );
}

const key = "rail";

function readCollapsed(): boolean {
  try {
    return localStorage.getItem(key) === "collapsed";
  } catch {
    return false;
  }
}

function keepCollapsed(collapsed: boolean): void {
  try {
    localStorage.setItem(key, collapsed ? "collapsed" : "open");
  } catch {
    // Storage may be forbidden. The rail is then open again after a reload.
  }
}
