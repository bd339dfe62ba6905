// The groups of the navigation, in order. Their entries come from the features.
import type { IconName } from "../ui/icon.tsx";

export const navGroups = [
  { id: "summary", icon: "summary" },
  { id: "transfers", icon: "transfers" },
  { id: "beneficiaries", icon: "people" },
  { id: "fund-sources", icon: "wallet" },
  { id: "links", icon: "link" },
  { id: "lending", icon: "handshake" },
  { id: "reports", icon: "report" },
  { id: "developers", icon: "code" },
  { id: "settings", icon: "settings" },
] as const satisfies readonly { id: string; icon: IconName }[];

export type NavGroup = (typeof navGroups)[number]["id"];
