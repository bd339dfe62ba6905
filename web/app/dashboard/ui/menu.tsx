// A button that opens a list of actions or choices.
import { cloneElement, Suspense, useState } from "react";
import type { ReactElement, ReactNode } from "react";
import { lazyPart } from "./lazy-part.tsx";

const load = () => import("./overlays/menu-parts.tsx");
const OpenMenu = lazyPart(load, "OpenMenu");

export const MenuItem = lazyPart(load, "MenuItem");
export const MenuLink = lazyPart(load, "MenuLink");
export const MenuCheck = lazyPart(load, "MenuCheck");
export const MenuChoice = lazyPart(load, "MenuChoice");
export const MenuLine = lazyPart(load, "MenuLine");
export const MenuNote = lazyPart(load, "MenuNote");

interface MenuProps {
  /** The button that opens the menu. */
  trigger: ReactElement;
  align?: "start" | "end";
  children: ReactNode;
}

export function Menu(props: MenuProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = cloneElement(props.trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "menu",
    "aria-expanded": false,
    onClick: () => setWanted(true),
    onPointerEnter: () => void load(),
  });
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenMenu {...props} />
    </Suspense>
  );
}
