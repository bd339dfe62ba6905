// /settings/access: the members of the organization.
import { useState } from "react";
import { useList, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Switch } from "#dashboard/ui/choices.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { Person, usePersonWords } from "#dashboard/ui/person.tsx";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { Time } from "#dashboard/ui/time.tsx";
import { AccessHeader } from "./access-header.tsx";
import { wordKey } from "./grant-fields.tsx";
import { InviteDialog } from "./invite-dialog.tsx";
import { MemberMenu } from "./member-menu.tsx";
import { OwnerChangeNote } from "./owner-change-note.tsx";
import { useTexts } from "./texts.ts";
import type { Member } from "./update-dialog.tsx";
import { WaitingRights } from "./waiting-rights.tsx";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const tones = { active: "ok", invited: "info", disabled: "neu" } as const;

function useColumns(): Column<Member>[] {
  const t = useTexts();
  const { me } = useSession();
  const words = { active: t("statusActive"), invited: t("statusInvited"), disabled: t("statusDisabled") };
  const wordFor = ({ role, roleName, permissions }: Member["live"]) => {
    if (permissions.length === 0) return t("noRights");
    return roleName ?? (role === null ? t("custom") : t(wordKey(role)));
  };
  return [
    {
      id: "name",
      header: t("name"),
      fixed: true,
      width: "min-w-60",
      cell: (member) => (
        <span className="grid justify-items-end wrap-anywhere md:justify-items-start">
          <span className="font-semibold">
            <Person person={member}>
              {member.memberId === me.memberId && (
                <span className="font-normal text-ink-2"> · {t("you")}</span>
              )}
            </Person>
          </span>
        </span>
      ),
    },
    { id: "live", header: t("roleInLive"), cell: ({ live }) => wordFor(live) },
    { id: "sandbox", header: t("roleInSandbox"), cell: ({ sandbox }) => wordFor(sandbox) },
    {
      id: "factor",
      header: t("secondFactor"),
      room: "narrow",
      cell: ({ secondFactor }) => t(secondFactor ? "isSet" : "isNotSet"),
    },
    {
      id: "used",
      header: t("lastActive"),
      room: "medium",
      cell: ({ usedAt }) => (usedAt === null ? t("never") : <Time at={usedAt} shape="minute" />),
    },
    {
      id: "status",
      header: t("status"),
      cell: ({ status, waits, ownerChange }) => (
        <span className="flex flex-wrap gap-1">
          <Badge tone={tones[status]}>{words[status]}</Badge>
          {waits.length > 0 && <Badge tone="warn">{t("waitsFor")}</Badge>}
          {ownerChange !== null && <Badge tone="warn">{t("ownerWaitsBadge")}</Badge>}
        </span>
      ),
    },
    {
      id: "actions",
      header: t("actionsColumn"),
      fixed: true,
      align: "end",
      cell: (member) => <MemberMenu member={member} />,
    },
  ];
}

export default function Users() {
  const t = useTexts();
  const { me } = useSession();
  const mayManage = me.permissions.includes("manage_members");
  const members = useList("listMembers", {}, { enabled: mayManage });
  const columns = useColumns();
  const personOf = usePersonWords();
  const [isInviting, setInviting] = useState(false);
  const waiting = members.items.filter(({ reset }) => reset !== null);
  const empty = <EmptyState title={t("noMembers")}>{t("noMembersLead")}</EmptyState>;
  return (
    <>
      <AccessHeader
        actions={
          <Can operation="inviteMember">
            <Button look="primary" icon="plus" disabled={!me.emailProved} onClick={() => setInviting(true)}>
              {t("invite")}
            </Button>
          </Can>
        }
      />
      <div className="grid grid-cols-1 gap-4">
        {mayManage && !me.emailProved && <Note tone="warn">{t("proveFirst")}</Note>}
        {waiting.map((member) => (
          <ResetNote key={member.memberId} member={member} />
        ))}
        {members.items.map((member) => (
          <OwnerChangeNote key={member.memberId} member={member} />
        ))}
        {members.items.map((member) => (
          <WaitingRights key={member.memberId} name={personOf(member)} waits={member.waits} />
        ))}
        {mayManage && me.organization.endsAt === null && <FactorPolicy />}
        {!mayManage && <p className="text-ink-2">{t("usersHidden")}</p>}
        {mayManage && (
          <Card flush>
            <DataTable
              caption={t("users")}
              columns={columns}
              list={members}
              rowKey={({ memberId }) => memberId}
              empty={empty}
            />
          </Card>
        )}
      </div>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
    </>
  );
}

/** Sets if every member must have a second factor. In live, members with powerful permissions always must. */
function FactorPolicy() {
  const t = useTexts();
  const { secondFactorForAll } = useSession().me.organization;
  const setting = useSend("setSecondFactorPolicy", {
    refreshes: ["getSession"],
    onDone: ({ requestId }) => {
      if (requestId !== null) toast(t("factorWaits"));
    },
  });
  return (
    <Card>
      <Switch
        label={t("factorForAll")}
        hint={t("factorForAllHint")}
        checked={secondFactorForAll}
        disabled={setting.isPending}
        onChange={(forAll) => setting.send({ forAll })}
      />
      {setting.error && <ErrorBox error={setting.error} />}
    </Card>
  );
}

/** Shows a reset of a second factor that waits for another member's decision. */
function ResetNote({ member }: { member: Member }) {
  const t = useTexts();
  const { me } = useSession();
  const deciding = useSend("decideFactorReset", { refreshes: ["listMembers"] });
  const reset = member.reset!;
  const decide = (agree: boolean) => deciding.send({ resetId: reset.resetId, agree });
  const isMine = reset.askedBy.memberId === me.memberId;
  return (
    <Note
      title={<Person person={member} />}
      actions={
        <div className="flex flex-wrap gap-2">
          {reset.dueAt === null && !isMine && member.memberId !== me.memberId && (
            <Button size="sm" onClick={() => decide(true)}>
              {t("agree")}
            </Button>
          )}
          <Button size="sm" look="quiet" onClick={() => decide(false)}>
            {t(isMine ? "withdraw" : "refuse")}
          </Button>
        </div>
      }
    >
      {t.rich("resetWaiting", { name: <Person person={reset.askedBy} /> })}{" "}
      {reset.agreedBy && t.rich("resetAgreed", { name: <Person person={reset.agreedBy} /> })}
      {reset.dueAt !== null && (
        <>
          {" "}
          {t("resetDue")} <Time at={reset.dueAt} shape="minute" />.
        </>
      )}
      {deciding.error && <ErrorBox error={deciding.error} />}
    </Note>
  );
}
