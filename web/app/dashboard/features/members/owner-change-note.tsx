// Rights that another Owner takes from an Owner in live: who requested it, when it takes effect, and a button that
// stops it.
import { useSend } from "#dashboard/api/use-call.ts";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { useTexts } from "./texts.ts";
import type { Member } from "./update-dialog.tsx";

export function OwnerChangeNote({ member }: { member: Member }) {
  const t = useTexts();
  const isOwner = useSession().me.rights.live.permissions.includes("own_organization");
  const nameOf = usePermissionName();
  const stopping = useSend("stopOwnerChange", { refreshes: ["listMembers"] });
  const change = member.ownerChange;
  if (change === null) return null;
  return (
    <Note
      tone="warn"
      title={<Person person={member} />}
      actions={
        isOwner && (
          <Button
            size="sm"
            busy={stopping.isPending}
            onClick={() => stopping.send({ memberId: member.memberId })}
          >
            {t("stopChange")}
          </Button>
        )
      }
    >
      {t.rich(change.disables ? "ownerDisabledAt" : "ownerChangedAt", {
        name: <Person person={change.askedBy} />,
        at: <Time at={change.dueAt} shape="minute" />,
      })}
      {change.takes !== null && ` ${t("ownerTaken", { permissions: change.takes.map(nameOf).join(", ") })}`}
      {stopping.error && <ErrorBox error={stopping.error} />}
    </Note>
  );
}
