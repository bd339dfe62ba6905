// What this member may do. A control that may not be used stays in its place, disabled, and says who can use it.
import type { ReactElement } from "react";
import { cloneElement, useId } from "react";
import { permissionOf } from "../api/operations.ts";
import { useCall } from "../api/use-call.ts";
import type { ButtonProps } from "../ui/button.tsx";
import { useSession } from "./session.tsx";
import { useTexts } from "./texts.ts";

/** An operation that not every member may call. */
type Guarded = keyof typeof permissionOf;

export function useCan(): (operation: Guarded) => boolean {
  const { permissions } = useSession().me;
  return (operation) => permissions.includes(permissionOf[operation]);
}

interface CanProps {
  /** What the control does. */
  operation: Guarded;
  /** A button, or a link that looks like one. */
  children: ReactElement<Pick<ButtonProps, "disabled" | "aria-describedby">>;
}

/** `<Can operation="createLink"><Button …/></Can>` */
export function Can({ operation, children }: CanProps) {
  const reason = useId();
  if (useCan()(operation)) return children;
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {cloneElement(children, { disabled: true, "aria-describedby": reason })}
      <span id={reason} className="text-13 text-ink-2">
        <WhoCan permission={permissionOf[operation]} />
      </span>
    </span>
  );
}

/** Whom to ask: the names come once for all controls of a permission. */
function WhoCan({ permission }: { permission: (typeof permissionOf)[Guarded] }) {
  const t = useTexts();
  const names = useCall("whoCan", { permission }).data?.names ?? [];
  if (names.length === 0) return t("notAllowed");
  const list = new Intl.ListFormat(t.language === "hi" ? "hi" : "en-IN", { type: "disjunction" });
  return t("notAllowedAsk", { names: list.format(names) });
}
