// Invites a member. If no e-mail can be sent, the link is shown once, so that it can be passed on.
import { useState } from "react";
import { useSend } from "#dashboard/api/use-call.ts";
import { Button } from "#dashboard/ui/button.tsx";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useSession } from "#dashboard/shell/session.tsx";
import { GrantsFields } from "./grant-fields.tsx";
import type { Grants } from "./grant-fields.tsx";
import { useSayWaits } from "./waiting-rights.tsx";
import { useTexts } from "./texts.ts";

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useTexts();
  const [name, setName] = useState("");
  const [email, setEmail] = useState("");
  const { environment } = useSession();
  // An invitation from the sandbox never includes rights in live by default.
  const [grant, setGrant] = useState<Grants>({
    live: environment === "live" ? { role: "initiator" } : { permissions: [] },
    sandbox: { role: "initiator" },
  });
  const sayWaits = useSayWaits();
  const inviting = useSend("inviteMember", {
    refreshes: ["listMembers"],
    onDone: ({ link, asked }) => {
      sayWaits(asked);
      if (link !== null) return;
      if (asked.length === 0) toast(t("invitationSent"));
      onClose();
    },
  });
  if (inviting.data?.link) return <LinkDialog link={inviting.data.link} onClose={onClose} />;
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("invite")}
      lead={t("inviteLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("cancel")}</Button>
          <Button look="primary" type="submit" form="invite" busy={inviting.isPending}>
            {t("send")}
          </Button>
        </>
      }
    >
      <Form id="invite" error={inviting.error} onSubmit={() => inviting.send({ name, email, grant })}>
        <TextInput label={t("name")} name="name" value={name} onChange={setName} maxLength={100} />
        <TextInput label={t("email")} name="email" type="email" value={email} onChange={setEmail} />
        <GrantsFields value={grant} onChange={setGrant} />
      </Form>
    </Dialog>
  );
}

/** Shows the link of an invitation, for an installation without a mail server. */
export function LinkDialog({ link, onClose }: { link: string; onClose: () => void }) {
  const t = useTexts();
  return (
    <Dialog
      open
      keepOpen
      onClose={onClose}
      title={t("linkTitle")}
      lead={t("linkLead")}
      actions={
        <>
          <CopyButton text={link} label={t("copyLink")} />
          <Button look="primary" onClick={onClose}>
            {t("close")}
          </Button>
        </>
      }
    >
      <p className="rounded-field bg-sunken p-3 font-mono text-13 break-all">{link}</p>
    </Dialog>
  );
}
