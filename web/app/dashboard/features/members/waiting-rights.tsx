// Rights that wait for approval: what they are, who requested them, and a link to the request.
import type { Outputs } from "#dashboard/api/operations.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { Note } from "#dashboard/ui/layout.tsx";
import { Person } from "#dashboard/ui/person.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";

type Waits = Outputs["listMembers"]["items"][number]["waits"];
type Asked = Outputs["updatePermissions"]["asked"];

/** Returns a function that shows a message after saving, if some of the rights wait for approval. */
export function useSayWaits(): (asked: Asked) => void {
  const t = useTexts();
  return (asked) => {
    if (asked.length === 0) return;
    toast(t(asked.some(({ aloneUntil }) => aloneUntil === null) ? "rightsWait" : "rightsAlone"));
  };
}

/** Shows one note for each waiting change and environment. */
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
      {t.rich("waitingRightsWhy", { name: <Person person={askedBy} /> })}{" "}
      {aloneUntil !== null && t.rich("waitingRightsAlone", { at: <Time at={aloneUntil} shape="minute" /> })}
    </Note>
  ));
}
