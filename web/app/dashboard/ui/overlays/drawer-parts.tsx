import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { IconButton } from "../button.tsx";
import { useTexts } from "../texts.ts";

export interface DrawerProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** Shown beside the close button, such as "open as page", previous and next. */
  tools?: ReactNode;
  /** Stays at the bottom edge. */
  actions?: ReactNode;
  children: ReactNode;
}

export function OpenDrawer({ open, onClose, title, tools, actions, children }: DrawerProps) {
  const t = useTexts();
  return (
    <Base.Root open={open} onOpenChange={(opens) => !opens && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="overlay-backdrop" />
        <Base.Popup className="overlay-drawer">
          <div className="flex items-center gap-1 border-b border-line py-2 pr-2 pl-5">
            <Base.Title className="min-w-0 flex-1 truncate font-display text-18 font-semibold">
              {title}
            </Base.Title>
            {tools}
            <IconButton icon="close" label={t("close")} onClick={onClose} />
          </div>
          <div className="min-h-0 flex-1 overflow-y-auto px-5 py-4">{children}</div>
          {actions && (
            <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
          )}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
