// Beneficiaries that members or programs deleted in the last seven days, which an Owner can restore.
import { useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useList, useSend } from "#dashboard/api/use-call.ts";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useTo } from "#dashboard/shell/session.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { TextInput } from "#dashboard/ui/fields.tsx";
import { Card, EmptyState } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { Destination } from "./destination.tsx";
import type { Beneficiary } from "./kinds.ts";
import { BeneficiaryTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

const refreshes = ["listBeneficiaries", "listBeneficiaryRemovers", "getBeneficiary"] as const;

export default function RemovedBeneficiaries() {
  const t = useTexts();
  const to = useTo();
  const merchantId = useMerchantId();
  const list = useList("listBeneficiaries", { merchantId, states: ["removed"], restorable: true });
  const { data } = useCall("listBeneficiaryRemovers", { merchantId });
  const removers = data?.items ?? [];
  const [day, setDay] = useState("");
  const [time, setTime] = useState("00:00");
  const since = Date.parse(`${day}T${time}:00+05:30`);
  return (
    <>
      <PageHeader title={t("tabRemoved")} lead={t("removedLead")} />
      <BeneficiaryTabs />
      {removers.length > 0 && (
        <Can operation="restoreRemovedBy">
          <div className="mb-4 flex flex-wrap gap-3">
            <TextInput
              label={t("since")}
              hint={t("sinceHint")}
              type="date"
              optional
              value={day}
              onChange={setDay}
            />
            <TextInput label={t("sinceTime")} type="time" value={time} onChange={setTime} />
          </div>
        </Can>
      )}
      {removers.map((remover) => (
        <RestoreAll
          key={remover.memberId ?? "programs"}
          {...remover}
          since={Number.isNaN(since) ? null : new Date(since).toISOString()}
        />
      ))}
      <Card flush>
        <DataTable
          caption={t("tabRemoved")}
          columns={useColumns()}
          list={list}
          rowKey={({ beneficiaryId }) => beneficiaryId}
          rowTo={({ beneficiaryId }) => to(`beneficiaries/${beneficiaryId}`)}
          copyOf={({ beneId }) => beneId}
          empty={
            <div className="p-4">
              <EmptyState title={t("noRemovedTitle")}>{t("noRemovedLead")}</EmptyState>
            </div>
          }
        />
      </Card>
    </>
  );
}

type Remover = Outputs["listBeneficiaryRemovers"]["items"][number];

function RestoreAll({ memberId, name, count, since }: Remover & { since: string | null }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const restore = useSend("restoreRemovedBy", {
    refreshes: [...refreshes],
    onDone: ({ restored, awaiting, left }) => {
      const done = { count: restored };
      const told = left === 0 ? t("restoredAll", done) : t("restoredSome", { ...done, left });
      toast(awaiting === 0 ? told : `${told} ${t("restoredAwaiting", { count: awaiting })}`);
    },
  });
  const label = since === null ? t("restoreAll", { count }) : t("restoreSince");
  return (
    <div className="mb-4 grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-14">{t("removedBy", { name, count })}</span>
        <Can operation="restoreRemovedBy">
          <Button
            busy={restore.isPending}
            aria-label={`${label}: ${name}`}
            onClick={() =>
              restore.send({
                merchantId,
                ...(memberId !== null && { memberId }),
                ...(since !== null && { since }),
              })
            }
          >
            {label}
          </Button>
        </Can>
      </div>
      {Boolean(restore.error) && <ErrorBox error={restore.error} />}
    </div>
  );
}

function useColumns(): Column<Beneficiary>[] {
  const t = useTexts();
  return [
    { id: "name", header: t("name"), fixed: true, card: "title", cell: ({ name }) => name },
    {
      id: "id",
      header: t("id"),
      room: "medium",
      card: "none",
      cell: ({ beneId }) => <span className="font-mono text-13">{beneId}</span>,
    },
    { id: "account", header: t("account"), card: "note", cell: (one) => <Destination of={one} /> },
    {
      id: "at",
      header: t("removedAt"),
      card: "foot",
      cell: ({ removedAt }) => removedAt !== null && <Time at={removedAt} shape="minute" />,
    },
    { id: "by", header: t("removedByWhom"), card: "mark", cell: ({ removedBy }) => removedBy ?? t("gone") },
    {
      id: "actions",
      header: t("actions"),
      align: "end",
      card: "figure",
      cell: (one) => <RestoreButton of={one} brief />,
    },
  ];
}

/** Restores one beneficiary. A reason that prevents it is shown beside the button. */
export function RestoreButton({ of, brief }: { of: Beneficiary; brief?: boolean }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { beneficiaryId, name } = of;
  const onDone = ({ awaitsApproval }: Outputs["restoreBeneficiary"]) =>
    toast(t(awaitsApproval ? "restoredAwaits" : "restored", { name }));
  const restore = useSend("restoreBeneficiary", { refreshes: [...refreshes], onDone });
  return (
    <Can operation="restoreBeneficiary" {...(brief && { brief })}>
      <span className="grid justify-items-end gap-1">
        <Button
          {...(brief && { size: "sm" })}
          busy={restore.isPending}
          aria-label={`${t("restore")}: ${name}`}
          onClick={() => restore.send({ merchantId, beneficiaryId })}
        >
          {t("restore")}
        </Button>
        {Boolean(restore.error) && <ErrorBox error={restore.error} />}
      </span>
    </Can>
  );
}
