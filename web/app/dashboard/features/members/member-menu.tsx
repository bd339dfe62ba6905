// The other actions on a member, besides changing permissions.
import { useEffect, useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { useCan } from "#dashboard/shell/can.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { ErrorBox, useErrorWords } from "#dashboard/ui/error-box.tsx";
import { Menu, MenuItem } from "#dashboard/ui/menu.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { LinkDialog } from "./invite-dialog.tsx";
import { useTexts } from "./texts.ts";
import { UpdateDialog } from "./update-dialog.tsx";
import type { Member } from "./update-dialog.tsx";

const refreshes = ["listMembers"] as const;

export function MemberMenu({ member }: { member: Member }) {
  const t = useTexts();
  const words = useErrorWords();
  const { me } = useSession();
  const [open, setOpen] = useState<"update" | "disable">();
  const { memberId } = member;
  const again = useSend("sendInvitationAgain", {
    refreshes,
    onDone: ({ link }) => link === null && toast(t("invitationSent")),
  });
  const ending = useSend("endMemberSessions", {
    refreshes,
    onDone: ({ ended }) => toast(t("sessionsEnded", { count: ended })),
  });
  const enabling = useSend("enableMember", { refreshes });
  const asking = useSend("askFactorReset", { refreshes, onDone: () => toast(t("resetAsked")) });
  const can = useCan();
  const unlinking = useSend("unlinkMember", { refreshes, onDone: () => toast(t("memberUnlinked")) });
  const error = unlinking.error ?? again.error ?? ending.error ?? enabling.error ?? asking.error;
  useEffect(() => {
    if (error) toast(words(error), { tone: "bad" });
    // Each answer is reported once.
  }, [error]);
  const isOther = me.memberId !== memberId;
  return (
    <>
      <Menu trigger={<IconButton icon="more" label={t("actions", { name: member.name })} />}>
        <MenuItem icon="edit" onChoose={() => setOpen("update")}>
          {t("updatePermissions")}
        </MenuItem>
        {member.status === "invited" && (
          <MenuItem onChoose={() => again.send({ memberId })}>{t("inviteAgain")}</MenuItem>
        )}
        {member.status === "active" && isOther && (
          <MenuItem onChoose={() => ending.send({ memberId })}>{t("endSessions")}</MenuItem>
        )}
        {member.status === "active" && can("unlinkMember") && (
          <MenuItem onChoose={() => unlinking.send({ memberId })}>{t("unlinkMember")}</MenuItem>
        )}
        {member.secondFactor && isOther && member.reset === null && (
          <MenuItem onChoose={() => asking.send({ memberId })}>{t("resetFactor")}</MenuItem>
        )}
        {member.status === "disabled" ? (
          <MenuItem onChoose={() => enabling.send({ memberId })}>{t("enable")}</MenuItem>
        ) : (
          isOther && (
            <MenuItem danger onChoose={() => setOpen("disable")}>
              {t("disable")}
            </MenuItem>
          )
        )}
      </Menu>
      {open === "update" && <UpdateDialog member={member} onClose={() => setOpen(undefined)} />}
      {open === "disable" && <DisableDialog member={member} onClose={() => setOpen(undefined)} />}
      {again.data?.link && <LinkDialog link={again.data.link} onClose={again.reset} />}
    </>
  );
}

function DisableDialog({ member, onClose }: { member: Member; onClose: () => void }) {
  const t = useTexts();
  const disabling = useSend("disableMember", {
    refreshes,
    onDone: ({ waitsUntil }) => {
      if (waitsUntil !== null) toast(t("ownerWaits"));
      onClose();
    },
  });
  return (
    <Dialog
      open
      width="sm"
      onClose={onClose}
      title={t("disableTitle", { name: member.name })}
      lead={t("disableLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button
            look="danger"
            busy={disabling.isPending}
            onClick={() => disabling.send({ memberId: member.memberId })}
          >
            {t("disable")}
          </Button>
        </>
      }
    >
      {disabling.error && <ErrorBox error={disabling.error} />}
    </Dialog>
  );
}
