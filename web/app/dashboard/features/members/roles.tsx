// /settings/access/roles: the permissions of each role, and the organization's custom roles.
import { useState } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Can, usePermissionName } from "#dashboard/shell/can.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { ScreenSkeleton } from "#dashboard/ui/skeleton.tsx";
import { AccessHeader } from "./access-header.tsx";
import { PermissionTicks, wordKey } from "./grant-fields.tsx";
import type { Permission } from "./grant-fields.tsx";
import { useSayWaits, WaitingRights } from "./waiting-rights.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Roles = Outputs["listRoles"];
type OwnRole = Roles["own"][number];

export default function RolesPage() {
  const t = useTexts();
  const roles = useCall("listRoles", {});
  const [edited, setEdited] = useState<OwnRole | "new">();
  if (roles.error) return <ErrorBox error={roles.error} onRetry={() => void roles.refetch()} />;
  return (
    <>
      <AccessHeader
        actions={
          <Can operation="makeRole">
            <Button icon="plus" onClick={() => setEdited("new")}>
              {t("makeRole")}
            </Button>
          </Can>
        }
      />
      {roles.data ? (
        <div className="grid grid-cols-1 gap-6">
          <Matrix {...roles.data} />
          <Own own={roles.data.own} onEdit={setEdited} />
        </div>
      ) : (
        <ScreenSkeleton />
      )}
      {edited && roles.data && (
        <RoleDialog
          role={edited === "new" ? undefined : edited}
          all={roles.data.permissions as Permission[]}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function Matrix({ permissions, roles }: Roles) {
  const t = useTexts();
  const nameOf = usePermissionName();
  return (
    <Card title={t("matrix")} lead={t("rolesNote")} flush>
      <div role="region" aria-label={t("matrix")} tabIndex={0} className="relative overflow-x-auto">
        <table className="w-full text-14">
          <thead>
            <tr className="border-b border-line text-13 text-ink-2">
              <th scope="col" className="px-4 py-2 text-left font-semibold">
                {t("permission")}
              </th>
              {roles.map(({ role }) => (
                <th key={role} scope="col" className="px-3 py-2 font-semibold">
                  {t(wordKey(role))}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {permissions.map((permission) => (
              <tr key={permission} className="border-b border-line last:border-b-0">
                <th scope="row" className="px-4 py-2 text-left font-normal whitespace-nowrap">
                  {nameOf(permission)}
                </th>
                {roles.map((role) => (
                  <td key={role.role} className="px-3 py-2 text-center">
                    <Mark has={role.permissions.includes(permission)} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  );
}

function Mark({ has }: { has: boolean }) {
  const t = useTexts();
  return (
    <>
      <span className="sr-only">{t(has ? "yes" : "no")}</span>
      {has ? <Icon name="check" size={16} className="mx-auto text-ok" /> : <span aria-hidden="true">–</span>}
    </>
  );
}

function Own({ own, onEdit }: { own: readonly OwnRole[]; onEdit: (role: OwnRole) => void }) {
  const t = useTexts();
  const nameOf = usePermissionName();
  const removing = useSend("removeRole", { refreshes: ["listRoles"] });
  return (
    <Card title={t("own")}>
      {removing.error && <ErrorBox error={removing.error} className="mb-3" />}
      {own.length === 0 && <p className="text-14 text-ink-2">{t("ownNone")}</p>}
      <ul className="grid grid-cols-1 gap-5">
        {own.map((role) => (
          <li key={role.roleId} className="grid gap-3 md:grid-cols-[minmax(0,1fr)_auto] md:items-center">
            <div className="min-w-0">
              <p className="font-semibold wrap-anywhere">{role.name}</p>
              <p className="text-13 text-ink-2">
                {t("hasRole", { count: role.members })} ·{" "}
                {role.permissions.map((permission) => nameOf(permission)).join(", ")}
              </p>
            </div>
            <span className="flex gap-2">
              <Can operation="changeRole">
                <Button
                  size="sm"
                  aria-label={t("editRole", { name: role.name })}
                  onClick={() => onEdit(role)}
                >
                  {t("edit")}
                </Button>
              </Can>
              <Can operation="removeRole">
                <Button size="sm" look="quiet" onClick={() => removing.send({ roleId: role.roleId })}>
                  {t("remove")}
                </Button>
              </Can>
            </span>
            {role.waits.length > 0 && (
              <div className="grid gap-2 md:col-span-2">
                <WaitingRights name={role.name} waits={role.waits} />
              </div>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}

interface RoleDialogProps {
  role: OwnRole | undefined;
  all: readonly Permission[];
  onClose: () => void;
}

function RoleDialog({ role, all, onClose }: RoleDialogProps) {
  const t = useTexts();
  const [name, setName] = useState(role?.name ?? "");
  const [permissions, setPermissions] = useState((role?.permissions ?? ["access_transfers"]) as Permission[]);
  const sayWaits = useSayWaits();
  const onDone = ({ asked }: Outputs["makeRole"]) => {
    sayWaits(asked);
    onClose();
  };
  const done = { refreshes: ["listRoles", "listMembers", "getSession"] as const, onDone };
  // A role can be given in either environment, so only permissions that the member has in both can be ticked.
  const { live, sandbox } = useSession().me.rights;
  const held = new Set(live.permissions.filter((permission) => sandbox.permissions.includes(permission)));
  const making = useSend("makeRole", done);
  const changing = useSend("changeRole", done);
  const save = () =>
    role ? changing.send({ roleId: role.roleId, name, permissions }) : making.send({ name, permissions });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={role ? t("editRole", { name: role.name }) : t("makeRole")}
      lead={role ? t("editRoleLead", { count: role.members }) : t("makeRoleLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" type="submit" form="role" busy={making.isPending || changing.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <Form id="role" error={making.error ?? changing.error} onSubmit={save}>
        <TextInput label={t("roleName")} name="name" value={name} onChange={setName} maxLength={60} />
        <PermissionTicks all={all} ticked={permissions} held={held} onChange={setPermissions} />
      </Form>
    </Dialog>
  );
}
