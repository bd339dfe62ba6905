// Remembers the last environment of this tab. A link into the other one requires a confirmation.
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
    // Storage may be forbidden. Every link is then followed without a confirmation.
  }
}
