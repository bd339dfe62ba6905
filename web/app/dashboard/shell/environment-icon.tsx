// In the sandbox, the browser's tab has a different icon.
import { useEffect } from "react";
import type { Environment } from "./nav.ts";

export function EnvironmentIcon({ environment }: { environment: Environment }) {
  useEffect(() => {
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (!icon) return;
    icon.href = environment === "sandbox" ? "/favicon-sandbox.svg" : "/favicon.svg";
    return () => {
      icon.href = "/favicon.svg";
    };
  }, [environment]);
  return null;
}
