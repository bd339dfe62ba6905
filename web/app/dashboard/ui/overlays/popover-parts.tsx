import { Popover as Base } from "@base-ui/react/popover";
import { useState } from "react";
import type { ReactElement, ReactNode } from "react";

export interface PopoverProps {
  /** The button that opens the popover. */
  trigger: ReactElement;
  /** The name of the panel. `showTitle` shows it above the content. */
  title: string;
  showTitle?: boolean;
  width?: "narrow" | "wide";
  /** The content, or a function that receives `close` and returns the content. */
  children: ReactNode | ((close: () => void) => ReactNode);
}

/** The popover is mounted when it is first opened, so it is open at the start. */
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
