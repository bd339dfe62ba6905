// The payees that are never paid.
import { useState } from "react";
import { useList, useSend } from "#dashboard/api/use-call.ts";
import type { Outputs } from "#dashboard/api/operations.ts";
import { WaitingBadge } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { Dialog } from "#dashboard/ui/dialog.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Form } from "#dashboard/ui/form.tsx";
import { EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { People } from "#dashboard/ui/person.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { BlockDialog } from "./block-dialog.tsx";
import { outcomeOf } from "./kinds.ts";
import { RuleTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

type Block = Outputs["listBlockedPayees"]["items"][number];

export default function BlockedPayees() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [blocking, setBlocking] = useState(false);
  const [ending, setEnding] = useState<Block | null>(null);
  const list = useList("listBlockedPayees", { merchantId });
  const add = (
    <Can operation="addBlockedPayee">
      <Button look="primary" icon="plus" onClick={() => setBlocking(true)}>
        {t("blockPayee")}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader
        title={t("tabBlocked")}
        lead={t("blockedLead")}
        actions={list.items.length > 0 ? add : undefined}
      />
      <RuleTabs />
      <DataTable
        caption={t("tabBlocked")}
        columns={useColumns(setEnding)}
        list={list}
        rowKey={({ blockId }) => blockId}
        empty={
          <EmptyState title={t("noBlocks")} action={add}>
            {t("noBlocksLead")}
          </EmptyState>
        }
      />
      {blocking && <BlockDialog onClose={() => setBlocking(false)} />}
      {ending && <UnblockDialog block={ending} onClose={() => setEnding(null)} />}
    </>
  );
}

function useColumns(onEnd: (block: Block) => void): Column<Block>[] {
  const t = useTexts();
  const words = useRuleWords();
  const columns: Column<Block>[] = [
    {
      id: "payee",
      header: t("payee"),
      fixed: true,
      cell: ({ kind, shown }) => (
        <span className="grid md:min-w-36">
          <span className="font-mono text-13 break-all">{shown}</span>
          <span className="text-12 text-ink-2">{words.payee(kind)}</span>
        </span>
      ),
    },
    { id: "because", header: t("because"), cell: ({ because }) => because },
    { id: "at", header: t("blockedAt"), cell: ({ blockedAt }) => <Time at={blockedAt} shape="minute" /> },
    {
      id: "until",
      header: t("until"),
      cell: ({ waits, undo, ...block }) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <span>
            <Until {...block} />
          </span>
          {waits && <WaitingBadge {...waits}>{t("unblockWaits")}</WaitingBadge>}
          {undo && (
            <span className="text-12 text-ink-2">
              {t.rich("tightenedBy", {
                name: <People people={undo.people} inline />,
                at: <Time at={undo.since} shape="minute" />,
              })}
            </span>
          )}
        </span>
      ),
    },
    {
      id: "actions",
      header: t("actions"),
      align: "end",
      cell: (block) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {block.undo && <UndoBlock {...block} />}
          <Can operation="endBlockedPayee" brief>
            <Button size="sm" aria-label={`${t("unblock")}: ${block.shown}`} onClick={() => onEnd(block)}>
              {t("unblock")}
            </Button>
          </Can>
        </span>
      ),
    },
  ];
  return columns;
}

/** Removes a block of another member at once. */
function UndoBlock({ blockId, shown }: Pick<Block, "blockId" | "shown">) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const onDone = () => toast(t("undone"));
  const undo = useSend("undoBlockedPayee", { refreshes: ["listBlockedPayees"], onDone });
  return (
    <Can operation="undoBlockedPayee" brief>
      <span className="grid justify-items-end gap-1">
        <Button
          size="sm"
          busy={undo.isPending}
          aria-label={`${t("undo")}: ${shown}`}
          onClick={() => undo.send({ merchantId, blockId })}
        >
          {t("undo")}
        </Button>
        {Boolean(undo.error) && <ErrorBox error={undo.error} />}
      </span>
    </Can>
  );
}

function Until({ expiresAt, expired }: Pick<Block, "expiresAt" | "expired">) {
  const t = useTexts();
  if (expired) return <Badge tone="neu">{t("expired")}</Badge>;
  return expiresAt === null ? t("forever") : <Time at={expiresAt} shape="minute" />;
}

function UnblockDialog({ block: { blockId, shown }, onClose }: { block: Block; onClose: () => void }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [because, setBecause] = useState("");
  const end = useSend("endBlockedPayee", {
    refreshes: ["listBlockedPayees"],
    onDone: (done) => {
      toast(t(outcomeOf(done, "unblocked")));
      onClose();
    },
  });
  const send = () => end.send({ merchantId, blockId, because });
  return (
    <Dialog
      open
      onClose={onClose}
      title={t("unblockTitle", { payee: shown })}
      lead={t("unblockLead")}
      actions={
        <>
          <Button onClick={onClose}>{t("keep")}</Button>
          <Button look="primary" busy={end.isPending} disabled={because.trim() === ""} onClick={send}>
            {t("unblock")}
          </Button>
        </>
      }
    >
      <Form error={end.error} onSubmit={send}>
        <TextInput
          label={t("because")}
          name="because"
          maxLength={200}
          value={because}
          onChange={setBecause}
        />
      </Form>
    </Dialog>
  );
}
