// Rights that another person has to approve first: what they are, who asked, and where they are decided.
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

type Waits = Outputs["listMembers"]["items"][number]["waits"];
type Asked = Outputs["updatePermissions"]["asked"];

/** Says after saving that a part of it waits, if it does. */
export function useSayWaits(): (asked: Asked) => void {
  const t = useTexts();
  return (asked) => {
    if (asked.length === 0) return;
    toast(t(asked.some(({ aloneUntil }) => aloneUntil === null) ? "rightsWait" : "rightsAlone"));
  };
}

/** One note for each member or role and environment that waits. */
export function WaitingRights({ name, waits }: { name: string; waits: Waits }) {
  const t = useTexts();
  const nameOf = usePermissionName();
  return waits.map(({ requestId, mode, permissions, askedBy, aloneUntil }) => (
    <Note key={requestId} title={name} actions={<ApprovalLink requestId={requestId} environment={mode} />}>
      {t("waitingRights", {
        mode: t(mode === "live" ? "modeLive" : "modeSandbox"),
        permissions: permissions.map((permission) => nameOf(permission)).join(", "),
      })}
      {". "}
      {t("waitingRightsWhy", { name: askedBy })}{" "}
      {aloneUntil !== null && t.rich("waitingRightsAlone", { at: <Time at={aloneUntil} shape="minute" /> })}
    </Note>
  ));
}
