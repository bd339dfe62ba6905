// The environment that this tab worked in last: a link into the other one is asked about first.
import type { Environment } from "./nav.ts";

const key = "environment";

export function lastEnvironment(): Environment | undefined {
  try {
    const kept = sessionStorage.getItem(key);
    return kept === "sandbox" || kept === "live" ? kept : undefined;
  } catch {
    return undefined;
  }
}

export function keepEnvironment(environment: Environment): void {
  try {
    sessionStorage.setItem(key, environment);
  } catch {
    // Storage may be forbidden: then every link is followed without asking.
  }
}
