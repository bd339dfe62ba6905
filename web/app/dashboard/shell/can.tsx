// What this member may do. A control that may not be used stays in its place, disabled, and says why and who can use it.
import type { ReactNode } from "react";
import { Children, cloneElement, isValidElement, useId } from "react";
import { operations, permissionOf } from "../api/operations.ts";
import { useCall } from "../api/use-call.ts";
import { useSession } from "./session.tsx";
import type english from "./texts.en.ts";
import { useTexts } from "./texts.ts";

const namesShown = 2;

/** An operation that not every member may call. */
type Guarded = keyof typeof permissionOf;

export function useCan(): (operation: Guarded) => boolean {
  const { me, merchant } = useSession();
  return (operation) =>
    (isOfMerchant(operation) ? merchant : me).permissions.includes(permissionOf[operation]);
}

/** Rights in the sandbox are not rights in live; what is no merchant's is the organization's. */
const isOfMerchant = (operation: Guarded): boolean => operations[operation].path.startsWith("/merchants/");

/** What a permission is called; the texts have a name for each. */
export function usePermissionName(): (permission: string) => string {
  const t = useTexts();
  return (permission) => t(permission as keyof typeof english & "access_transfers");
}

/** Why an operation is refused, and whom to ask; undefined: it is not. The names come once for each permission. */
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
  /** What the control does. */
  operation: Guarded;
  /** In a row of a table: the reason is a tooltip, and read out. */
  brief?: boolean;
  /** Buttons, or links that look like them. */
  children: ReactNode;
}

/** `<Can operation="createLink"><Button …/></Can>` */
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
