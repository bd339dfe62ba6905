// What someone may do: a role, one of the organization's own, or permissions ticked one by one.
import { useCall } from "#dashboard/api/use-call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import type english from "./texts.en.ts";
import { useTexts } from "./texts.ts";

export type Grant = Inputs["inviteMember"]["grant"];
export type Permission = NonNullable<Grant["permissions"]>[number];
type RoleKey = NonNullable<Grant["role"]>;

/** The texts have a word for every role. */
export const wordKey = (name: string) => name as keyof typeof english & RoleKey;

interface GrantFieldsProps {
  value: Grant;
  onChange: (grant: Grant) => void;
}

function idOf({ role, roleId }: Grant): string {
  return role ?? roleId ?? "custom";
}

export function GrantFields({ value, onChange }: GrantFieldsProps) {
  const t = useTexts();
  const roles = useCall("listRoles", {});
  const { me } = useSession();
  const held = new Set(me.permissions);
  const builtIn = roles.data?.roles ?? [];
  const own = roles.data?.own ?? [];
  const options = [
    ...builtIn.map(({ role, permissions }) => ({
      id: role,
      label: t(wordKey(role)),
      // No one gives what they do not hold.
      disabled: permissions.some((permission) => !held.has(permission)),
    })),
    ...own.map(({ roleId, name }) => ({ id: roleId, label: name })),
    { id: "custom", label: t("custom") },
  ];
  function choose(id: string): void {
    if (id === "custom") onChange({ permissions: ["access_transfers"] });
    else onChange(own.some(({ roleId }) => roleId === id) ? { roleId: id } : { role: id as RoleKey });
  }
  const shown =
    value.permissions ??
    builtIn.find(({ role }) => role === value.role)?.permissions ??
    own.find(({ roleId }) => roleId === value.roleId)?.permissions ??
    [];
  return (
    <>
      <Select label={t("role")} name="grant" value={idOf(value)} options={options} onChange={choose} />
      <PermissionTicks
        all={(roles.data?.permissions ?? []) as Permission[]}
        ticked={shown as Permission[]}
        {...(value.permissions && { onChange: (permissions: Permission[]) => onChange({ permissions }) })}
      />
    </>
  );
}

interface PermissionTicksProps {
  all: readonly Permission[];
  ticked: readonly Permission[];
  /** Without it they are only shown. */
  onChange?: (ticked: Permission[]) => void;
}

/** Every permission with a tick; those that one does not hold cannot be given. */
export function PermissionTicks({ all, ticked, onChange }: PermissionTicksProps) {
  const t = useTexts();
  const nameOf = usePermissionName();
  const { me } = useSession();
  const held = new Set(me.permissions);
  const has = new Set<string>(ticked);
  return (
    <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <legend className="sr-only">{t("permission")}</legend>
      {all.map((permission) => (
        <Checkbox
          key={permission}
          label={nameOf(permission)}
          checked={has.has(permission)}
          disabled={!onChange || (!held.has(permission) && !has.has(permission))}
          onChange={(on) => onChange?.(all.filter((one) => (one === permission ? on : has.has(one))))}
        />
      ))}
    </fieldset>
  );
}
