import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { IconButton } from "../button.tsx";
import { useTexts } from "../texts.ts";

const widths = { sm: "max-w-[26rem]", md: "max-w-[34rem]", lg: "max-w-[48rem]" };

export interface DialogProps {
  open: boolean;
  onClose: () => void;
  title: ReactNode;
  /** One or two sentences under the title, which screen readers read out with it. */
  lead?: ReactNode;
  width?: keyof typeof widths;
  /** The element that gets the focus first. The default is the first control. */
  initialFocus?: RefObject<HTMLElement | null>;
  /** A click beside the dialog does not close it. This is for forms with input. */
  keepOpen?: boolean;
  /** The buttons. The one that acts comes last. */
  actions?: ReactNode;
  children?: ReactNode;
}

export function OpenDialog(props: DialogProps) {
  const { open, onClose, title, lead, width = "md", initialFocus, keepOpen, actions, children } = props;
  const t = useTexts();
  return (
    <Base.Root
      open={open}
      onOpenChange={(opens) => !opens && onClose()}
      disablePointerDismissal={Boolean(keepOpen)}
    >
      <Base.Portal>
        <Base.Backdrop className="overlay-backdrop" />
        <Base.Viewport className="fixed inset-0 z-40 grid place-items-center overflow-y-auto p-4">
          <Base.Popup
            className={`overlay-popup w-full ${widths[width]}`}
            {...(initialFocus && { initialFocus })}
          >
            <div className="flex items-start justify-between gap-4 px-5 pt-4">
              <Base.Title className="pt-1 font-display text-21 font-semibold">{title}</Base.Title>
              <IconButton icon="close" label={t("close")} onClick={onClose} className="-mr-2" />
            </div>
            {lead && <Base.Description className="px-5 pt-1 text-14 text-ink-2">{lead}</Base.Description>}
            <div className="px-5 py-4">{children}</div>
            {actions && (
              <div className="flex flex-wrap justify-end gap-2 border-t border-line px-5 py-3">{actions}</div>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}
