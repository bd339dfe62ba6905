// Update Permissions: changes what a member can do.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { GrantsFields } from "./grant-fields.tsx";
import type { Grant } from "./grant-fields.tsx";
import { useSayWaits } from "./waiting-rights.tsx";
import { useTexts } from "./texts.ts";

export type Member = Outputs["listMembers"]["items"][number];

function grantOf({ role, roleId, permissions }: Member["live"]): Grant {
  if (role !== null) return { role: role as NonNullable<Grant["role"]> };
  if (roleId !== null) return { roleId };
  return { permissions: permissions as NonNullable<Grant["permissions"]> };
}

export function UpdateDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts();
  const [grant, setGrant] = useState(() => ({
    live: grantOf(member.live),
    sandbox: grantOf(member.sandbox),
  }));
  const sayWaits = useSayWaits();
  const saving = useSend("updatePermissions", {
    refreshes: ["listMembers", "listRoles", "getSession"],
    onDone: ({ asked, waitsUntil }) => {
      sayWaits(asked);
      if (waitsUntil !== null) toast(t("ownerWaits"));
      onClose();
    },
  });
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("updatePermissions")}
      lead={t("updateLead", { name: member.name })}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" type="submit" form="update" busy={saving.isPending}>
            {t("save")}
          </Button>
        </>
      }
    >
      <Form
        id="update"
        error={saving.error}
        onSubmit={() => saving.send({ memberId: member.memberId, grant })}
      >
        <GrantsFields value={grant} onChange={setGrant} />
      </Form>
    </Dialog>
  );
}
