// Checks what this member can do. A control that the member cannot use stays in place, disabled, and says why and who
// can use it.
import type { ReactNode } from "react";
import { Children, cloneElement, isValidElement, useId } from "react";
import { operations, permissionOf } from "../api/operations.ts";
import { useCall } from "../api/use-call.ts";
import { useSession } from "./session.tsx";
import type english from "./texts.en.ts";
import { useTexts } from "./texts.ts";

const namesShown = 2;

/** An operation that requires a permission. */
type Guarded = keyof typeof permissionOf;

export function useCan(): (operation: Guarded) => boolean {
  const { me, merchant } = useSession();
  return (operation) =>
    (isOfMerchant(operation) ? merchant : me).permissions.includes(permissionOf[operation]);
}

/**
 * True if the rights for the merchant count, which differ between sandbox and live. Otherwise the rights in the
 * organization count.
 */
const isOfMerchant = (operation: Guarded): boolean => operations[operation].path.startsWith("/merchants/");

/** Returns the name of a permission. The texts have a name for each. */
export function usePermissionName(): (permission: string) => string {
  const t = useTexts();
  return (permission) => t(permission as keyof typeof english & "access_transfers");
}

/**
 * Returns why an operation is refused, and whom to ask. Undefined if it is not refused. The names are fetched once for
 * each permission.
 */
export function useRefusal(operation: Guarded): string | undefined {
  const t = useTexts();
  const may = useCan()(operation);
  const key = permissionOf[operation];
  const permission = usePermissionName()(key);
  const { mode } = useSession().merchant;
  const asked = { permission: key, ...(isOfMerchant(operation) && { mode }) };
  const names = useCall("whoCan", asked, { enabled: !may }).data?.names ?? [];
  if (may) return undefined;
  if (names.length === 0) return t("notAllowed", { permission });
  const list = new Intl.ListFormat(t.language === "hi" ? "hi" : "en-IN", { type: "disjunction" });
  return t("notAllowedAsk", { permission, names: list.format(names.slice(0, namesShown)) });
}

type Controlled = { disabled?: boolean; "aria-describedby"?: string };

interface CanProps {
  /** The operation behind the control. */
  operation: Guarded;
  /** True in a table row: the reason is then a tooltip, which screen readers read out. */
  brief?: boolean;
  /** Buttons, or links that look like buttons. */
  children: ReactNode;
}

/** Use it as `<Can operation="createLink"><Button …/></Can>`. */
export function Can({ operation, brief, children }: CanProps) {
  const id = useId();
  const refusal = useRefusal(operation);
  if (refusal === undefined) return children;
  return (
    <span className="relative inline-flex flex-wrap items-center gap-2" title={brief ? refusal : undefined}>
      {Children.map(children, (control) =>
        isValidElement<Controlled>(control)
          ? cloneElement(control, { disabled: true, "aria-describedby": id })
          : control,
      )}
      <span id={id} className={brief ? "sr-only" : "text-13 text-ink-2"}>
        {refusal}
      </span>
    </span>
  );
}
