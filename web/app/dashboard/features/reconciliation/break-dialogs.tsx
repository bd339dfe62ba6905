// The dialogs for the actions on a break.
import { useState } from "react";
import type { ReactNode } from "react";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { useCan } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { Select, TextArea, TextInput } from "#dashboard/ui/fields.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { useTexts } from "./texts.ts";
import { REFRESHES } from "./words.ts";
import type { BreakDetails } from "./words.ts";

export type Asked = "assign" | "resolve" | "match" | "undo";

interface QuestionProps {
  about: BreakDetails;
  onClose: () => void;
}

const questions = { assign: Assign, resolve: Resolve, match: Match, undo: Undo } as const;

export function BreakDialog({ asked, ...rest }: QuestionProps & { asked: Asked }) {
  const Question = questions[asked];
  return <Question {...rest} />;
}

const FORM = "break-form";

interface FrameProps {
  asked: Asked;
  sending: { error: unknown; isPending: boolean };
  onSubmit: () => void;
  onClose: () => void;
  children: ReactNode;
}

function Frame({ asked, sending, onSubmit, onClose, children }: FrameProps) {
  const t = useTexts();
  return (
    <Dialog
      open
      onClose={onClose}
      keepOpen
      title={t(`${asked}Title`)}
      lead={t(`${asked}Lead`)}
      actions={
        <>
          <Button onClick={onClose}>{t("back")}</Button>
          <Button look="primary" type="submit" form={FORM} busy={sending.isPending}>
            {t(`${asked}Do`)}
          </Button>
        </>
      }
    >
      <Form id={FORM} onSubmit={onSubmit} error={sending.error} className="grid gap-4">
        {children}
      </Form>
    </Dialog>
  );
}

function Note({ value, onChange }: { value: string; onChange: (text: string) => void }) {
  const t = useTexts();
  return (
    <TextArea
      label={t("note")}
      hint={t("noteHint")}
      name="note"
      value={value}
      onChange={onChange}
      maxLength={500}
    />
  );
}

function Assign({ about: { breakId, ownerId }, onClose }: QuestionProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { me } = useSession();
  const isListed = useCan()("listMembers");
  const { data } = useCall("listMembers", { limit: 100 }, { enabled: isListed });
  const [chosen, setChosen] = useState(ownerId ?? me.memberId);
  const others = (data?.items ?? []).filter((one) => one.status === "active" && one.memberId !== me.memberId);
  const sending = useSend("assignBreak", {
    refreshes: REFRESHES,
    onDone: () => {
      toast(t("assigned"));
      onClose();
    },
  });
  return (
    <Frame
      asked="assign"
      sending={sending}
      onClose={onClose}
      onSubmit={() => sending.send({ merchantId, breakId, ...(chosen !== "" && { ownerId: chosen }) })}
    >
      <Select
        label={t("owner")}
        name="ownerId"
        value={chosen}
        onChange={setChosen}
        options={[
          { id: me.memberId, label: t("myself", { name: me.name }) },
          ...others.map(({ memberId, name }) => ({ id: memberId, label: name })),
          { id: "", label: t("noOwner") },
        ]}
      />
    </Frame>
  );
}

const resolutions = ["explained", "bank_corrected", "written_off", "not_ours"] as const;

function Resolve({ about: { breakId, undone }, onClose }: QuestionProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [resolution, setResolution] = useState<(typeof resolutions)[number]>(
    undone?.resolution ?? "explained",
  );
  const [note, setNote] = useState("");
  const sending = useSend("resolveBreak", {
    refreshes: REFRESHES,
    onDone: ({ waits }) => {
      toast(t(waits === null ? "resolved" : "sentForApproval"));
      onClose();
    },
  });
  return (
    <Frame
      asked="resolve"
      sending={sending}
      onClose={onClose}
      onSubmit={() => sending.send({ merchantId, breakId, resolution, note })}
    >
      <Select
        label={t("reason")}
        name="resolution"
        value={resolution}
        options={resolutions.map((id) => ({ id, label: t(`ended_${id}`) }))}
        onChange={setResolution}
      />
      <Note value={note} onChange={setNote} />
    </Frame>
  );
}

function Match({ about: { breakId }, onClose }: QuestionProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [transferKey, setTransferKey] = useState("");
  const [note, setNote] = useState("");
  const sending = useSend("matchBreak", {
    refreshes: [...REFRESHES, "getTransferStory"],
    onDone: ({ waits }) => {
      toast(t(waits === null ? "matched" : "sentForApproval"));
      onClose();
    },
  });
  return (
    <Frame
      asked="match"
      sending={sending}
      onClose={onClose}
      onSubmit={() => sending.send({ merchantId, breakId, transferKey: transferKey.trim(), note })}
    >
      <TextInput
        label={t("transferId")}
        hint={t("transferIdHint")}
        name="transferKey"
        mono
        value={transferKey}
        onChange={setTransferKey}
        maxLength={40}
      />
      <Note value={note} onChange={setNote} />
    </Frame>
  );
}

function Undo({ about: { breakId }, onClose }: QuestionProps) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [note, setNote] = useState("");
  const sending = useSend("undoBreak", {
    refreshes: [...REFRESHES, "getTransferStory"],
    onDone: () => {
      toast(t("undone"));
      onClose();
    },
  });
  return (
    <Frame
      asked="undo"
      sending={sending}
      onClose={onClose}
      onSubmit={() => sending.send({ merchantId, breakId, note })}
    >
      <Note value={note} onChange={setNote} />
    </Frame>
  );
}
