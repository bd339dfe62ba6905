// The entries of the rail and the command palette.
import type { NavEntry } from "../feature.ts";
import { features } from "../screens.ts";
import type { IconName } from "../ui/icon.tsx";
import { navGroups } from "./nav-groups.ts";
import type { NavGroup } from "./nav-groups.ts";

export interface ShownGroup {
  id: NavGroup;
  icon: IconName;
  entries: NavEntry[];
}

export type Environment = "sandbox" | "live";

/** Returns the groups that have a screen in this environment, each with its entries in order. */
export function navOf(environment: Environment): ShownGroup[] {
  const entries = features
    .flatMap((feature) => feature.nav)
    .filter((entry) => environment === "sandbox" || !entry.sandboxOnly);
  return navGroups
    .map(({ id, icon }) => ({
      id,
      icon,
      entries: entries.filter((entry) => entry.group === id).toSorted((a, b) => a.order - b.order),
    }))
    .filter((group) => group.entries.length > 0);
}
