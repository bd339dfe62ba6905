// What this member may do. A control that may not be used stays in its place, disabled, and says why and who can.
import type { ReactElement } from "react";
import { cloneElement, useId } from "react";
import type { ButtonProps } from "../ui/button.tsx";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

export function useCan(): (permission: string) => boolean {
  const { permissions } = useSession().me;
  return (permission) => permissions.includes(permission);
}

interface CanProps {
  permission: string;
  /** Who could do it instead, where that is known. */
  whoCan?: readonly string[];
  /** A button, or a link that looks like one. */
  children: ReactElement<ButtonProps>;
}

/** `<Can permission="manage_keys"><Button …/></Can>` */
export function Can({ permission, whoCan = [], children }: CanProps) {
  const t = useTexts();
  const may = useCan()(permission);
  const reason = useId();
  if (may) return children;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {cloneElement(children, { disabled: true, "aria-describedby": reason })}
      <span id={reason} className="text-13 text-ink-2">
        {whoCan.length > 0 ? t("notAllowedAsk", { names: whoCan.join(", ") }) : t("notAllowed")}
      </span>
    </span>
  );
}
