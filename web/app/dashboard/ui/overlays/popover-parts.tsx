import { Popover as Base } from "@base-ui/react/popover";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  /** The button; it gets the behaviour of the popover. */
  trigger: ReactElement;
  /** What the panel is called; `showTitle` writes it above the content. */
  title: string;
  showTitle?: boolean;
  width?: "narrow" | "wide";
  /** Content, or a function that gets what closes the panel. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** Drawn when it is first wanted, so it begins open. */
export function OpenPopover({ trigger, title, showTitle, width = "narrow", children }: PopoverProps) {
  const [open, setOpen] = useState(true);
  return (
    <Base.Root open={open} onOpenChange={setOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner className="z-40" sideOffset={6} align="start" collisionPadding={8}>
          <Base.Popup
            className={`overlay-popup max-w-[calc(100vw-1rem)] p-4 ${width === "narrow" ? "w-72" : "w-96"}`}
          >
            <Base.Title className={showTitle ? "mb-2 text-13 font-semibold" : "sr-only"}>{title}</Base.Title>
            {typeof children === "function" ? children(() => setOpen(false)) : children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
