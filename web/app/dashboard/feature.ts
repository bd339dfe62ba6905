// Describes a feature to the shell.
import type { NavGroup } from "./shell/nav-groups.ts";

export interface Screen {
  /** The path below /dashboard/{sandbox|live}/, such as "transfers/:transferId"; for an entry screen, below "/". */
  path: string;
  /** The route module, in the feature's folder. */
  file: string;
}

export interface NavEntry {
  /** Groups are in the order of shell/nav-groups.ts. A group with only one entry is shown as that entry. */
  group: NavGroup;
  /** The position within the group: 10, 20, 30 … */
  order: number;
  /** The path below /dashboard/{sandbox|live}/, without parameters. */
  path: string;
  label: { en: string; hi: string };
  /** Consecutive entries of a group can share a heading. */
  section?: { en: string; hi: string };
  /** True if the screen exists only in the sandbox. */
  sandboxOnly?: boolean;
  /** Pressing "g" and then this letter opens the screen. */
  goKey?: string;
}

export interface Feature {
  /** The feature's folder. */
  area: string;
  /** The screens inside the shell, for members who are logged in. */
  screens: Screen[];
  /** The screens outside the shell, such as log-in and sign-up. */
  entryScreens?: Screen[];
  nav: NavEntry[];
}
