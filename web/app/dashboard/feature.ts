// What a feature tells the shell about itself.
import type { NavGroup } from "./shell/nav-groups.ts";

export interface Screen {
  /** Below /dashboard/{sandbox|live}/, such as "transfers/:transferId"; of an entry screen, below "/". */
  path: string;
  /** The route module, in the feature's folder. */
  file: string;
}

export interface NavEntry {
  /** Groups stand in the order of shell/nav-groups.ts; a group with one entry is shown as that entry. */
  group: NavGroup;
  /** Place within the group: 10, 20, 30 … */
  order: number;
  /** Below /dashboard/{sandbox|live}/, without parameters. */
  path: string;
  label: { en: string; hi: string };
  /** Entries of a group that follow each other may stand under a heading. */
  section?: { en: string; hi: string };
  /** The screen is only there in the sandbox. */
  sandboxOnly?: boolean;
  /** "g" and then this letter goes there. */
  goKey?: string;
}

export interface Feature {
  /** The feature's folder. */
  area: string;
  /** Screens inside the shell, for members who have logged in. */
  screens: Screen[];
  /** Screens outside it: log-in, sign-up and what belongs to them. */
  entryScreens?: Screen[];
  nav: NavEntry[];
}
