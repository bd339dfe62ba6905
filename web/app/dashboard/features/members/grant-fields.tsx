// Sets what someone can do in each environment: nothing, a role, a custom role, or single permissions.
import { useCall } from "#dashboard/api/use-call.ts";
import type { Inputs } from "#dashboard/api/operations.ts";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import type { Environment } from "#dashboard/shell/nav.ts";
import { useSession } from "#dashboard/shell/session.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import type english from "./texts.en.ts";
import { useTexts } from "./texts.ts";

export type Grant = NonNullable<Inputs["inviteMember"]["grant"]["live"]>;
export type Grants = Readonly<Record<Environment, Grant>>;
export type Permission = NonNullable<Grant["permissions"]>[number];
type RoleKey = NonNullable<Grant["role"]>;

/** The texts have a word for every role. */
export const wordKey = (name: string) => name as keyof typeof english & RoleKey;

/** The fields for the rights in live and in the sandbox. */
export function GrantsFields({ value, onChange }: { value: Grants; onChange: (grants: Grants) => void }) {
  return (["live", "sandbox"] as const).map((mode) => (
    <GrantFields
      key={mode}
      mode={mode}
      value={value[mode]}
      onChange={(grant) => onChange({ ...value, [mode]: grant })}
    />
  ));
}

interface GrantFieldsProps {
  mode: Environment;
  value: Grant;
  onChange: (grant: Grant) => void;
}

function idOf({ role, roleId, permissions }: Grant): string {
  return role ?? roleId ?? (permissions?.length === 0 ? "none" : "custom");
}

function GrantFields({ mode, value, onChange }: GrantFieldsProps) {
  const t = useTexts();
  const roles = useCall("listRoles", {});
  const held = new Set(useSession().me.rights[mode].permissions);
  const builtIn = roles.data?.roles ?? [];
  const own = roles.data?.own ?? [];
  const options = [
    { id: "none", label: t("noRights") },
    ...builtIn.map(({ role, permissions }) => ({
      id: role,
      label: t(wordKey(role)),
      // Members cannot give rights that they do not have.
      disabled: permissions.some((permission) => !held.has(permission)),
    })),
    ...own.map(({ roleId, name }) => ({ id: roleId, label: name })),
    { id: "custom", label: t("custom") },
  ];
  function choose(id: string): void {
    if (id === "none") onChange({ permissions: [] });
    else if (id === "custom") onChange({ permissions: ["access_transfers"] });
    else onChange(own.some(({ roleId }) => roleId === id) ? { roleId: id } : { role: id as RoleKey });
  }
  const id = idOf(value);
  return (
    <>
      <Select
        label={t(mode === "live" ? "roleInLive" : "roleInSandbox")}
        name={`grant.${mode}`}
        value={id}
        options={options}
        onChange={choose}
      />
      {id === "custom" && (
        <PermissionTicks
          all={(roles.data?.permissions ?? []) as Permission[]}
          ticked={value.permissions ?? []}
          held={held}
          onChange={(permissions) => onChange({ permissions })}
        />
      )}
    </>
  );
}

interface PermissionTicksProps {
  all: readonly Permission[];
  ticked: readonly Permission[];
  /** The permissions that this member can give. */
  held: ReadonlySet<string>;
  onChange: (ticked: Permission[]) => void;
}

/** Lists every permission with a checkbox. Those that the member does not have cannot be given. */
export function PermissionTicks({ all, ticked, held, onChange }: PermissionTicksProps) {
  const t = useTexts();
  const nameOf = usePermissionName();
  const has = new Set<string>(ticked);
  return (
    <fieldset className="grid gap-x-4 gap-y-2 sm:grid-cols-2">
      <legend className="sr-only">{t("permission")}</legend>
      {all.map((permission) => (
        <Checkbox
          key={permission}
          label={nameOf(permission)}
          checked={has.has(permission)}
          disabled={!held.has(permission) && !has.has(permission)}
          onChange={(on) => onChange(all.filter((one) => (one === permission ? on : has.has(one))))}
        />
      ))}
    </fieldset>
  );
}
