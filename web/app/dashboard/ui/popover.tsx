// A button that opens a panel with an explanation or a small form.
import { cloneElement, Suspense, useState } from "react";
import type { ReactElement } from "react";
import { lazyPart } from "./lazy-part.tsx";
import type { PopoverProps } from "./overlays/popover-parts.tsx";

const load = () => import("./overlays/popover-parts.tsx");
const OpenPopover = lazyPart(load, "OpenPopover");

export function Popover(props: PopoverProps) {
  const [wanted, setWanted] = useState(false);
  const trigger = cloneElement(props.trigger as ReactElement<Record<string, unknown>>, {
    "aria-haspopup": "dialog",
    "aria-expanded": false,
    onClick: () => setWanted(true),
    onPointerEnter: () => void load(),
  });
  if (!wanted) return trigger;
  return (
    <Suspense fallback={trigger}>
      <OpenPopover {...props} />
    </Suspense>
  );
}
