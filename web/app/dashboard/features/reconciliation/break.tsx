// One break: what it is, the line that it is about, its history, and its actions.
import { useState } from "react";
import { Link, useParams } from "react-router";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { ApprovalLink } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId, useSession, useTo } from "#dashboard/shell/session.tsx";
import { useBreakKind } from "#dashboard/ui/breaks/use-break-kind.ts";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { People, Person } from "#dashboard/ui/person.tsx";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import { sayDays, Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { BreakDialog } from "./break-dialogs.tsx";
import type { Asked } from "./break-dialogs.tsx";
import { useTexts } from "./texts.ts";
import { REFRESHES, useAge, useDay } from "./words.ts";
import type { BreakDetails } from "./words.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Break() {
  const t = useTexts();
  const kindName = useBreakKind();
  const to = useTo();
  const merchantId = useMerchantId();
  const { breakId = "" } = useParams();
  const { data, error, refetch } = useCall("getBreak", { merchantId, breakId });
  const trail = (
    <Link to={to("fund-sources/reconciliation")} className="hover:underline">
      {t("title")}
    </Link>
  );
  if (!data) {
    return (
      <>
        <PageHeader title={t("break")} trail={trail} />
        {error ? <ErrorBox error={error} onRetry={() => void refetch()} /> : <Skeleton lines={6} />}
      </>
    );
  }
  const { kind, resolution } = data;
  return (
    <>
      <PageHeader
        title={kindName(kind)}
        trail={trail}
        mark={
          resolution === null ? (
            <Badge tone="warn">{t("open")}</Badge>
          ) : (
            <Badge tone="neu">{t(`ended_${resolution}`)}</Badge>
          )
        }
        lead={t(`about_${kind}`)}
      />
      <div className="grid items-start gap-5 xl:grid-cols-2">
        <Facts of={data} />
        <div className="grid gap-5">
          <Actions of={data} />
          {data.line !== null && <Line of={data.line} />}
          <History of={data.history} />
        </div>
      </div>
    </>
  );
}

function Facts({ of }: { of: BreakDetails }) {
  const t = useTexts();
  const to = useTo();
  const ageOf = useAge();
  const dayOf = useDay();
  const { amount, bankName, day, transferKey, ownerName, openedAt, closedAt, detail, ageHours } = of;
  return (
    <Card
      title={t("found")}
      lead={<span className="inline-block first-letter:uppercase">{sayDays(detail, t.language)}</span>}
    >
      <KeyValues
        facts={[
          amount !== null && { label: t("amount"), value: <Money amount={amount} /> },
          bankName !== null && { label: t("bank"), value: bankName },
          day !== null && { label: t("day"), value: dayOf(day) },
          transferKey !== null && {
            label: t("transfer"),
            value: (
              <Link
                to={to(`transfers/all/${encodeURIComponent(transferKey)}`)}
                className="break-all text-link underline"
              >
                {transferKey}
              </Link>
            ),
          },
          { label: t("owner"), value: ownerName ?? t("noOwner") },
          { label: t("opened"), value: <Time at={openedAt} shape="minute" /> },
          closedAt !== null && { label: t("ended"), value: <Time at={closedAt} shape="minute" /> },
          { label: t("age"), value: ageOf(ageHours) },
        ]}
      />
    </Card>
  );
}

function Actions({ of }: { of: BreakDetails }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const { memberId } = useSession().me;
  const [asked, setAsked] = useState<Asked>();
  const taking = useSend("assignBreak", { refreshes: REFRESHES, onDone: () => toast(t("assigned")) });
  const { breakId, ownerId, closedAt, canMatch, canUndo, waits, mayReplace, undone } = of;
  const isOpen = closedAt === null;
  const isUndecided = isOpen && (waits === null || mayReplace);
  if (!isOpen && !canUndo) return null;
  return (
    <Card title={t("whatToDo")} lead={t(isOpen ? "whatToDoLead" : "undoHint")}>
      {waits !== null && (
        <Note title={t("waits")} actions={<ApprovalLink requestId={waits.requestId} />}>
          {waits.aloneUntil === null
            ? t.rich("waitsText", {
                name: <Person person={waits.askedBy} />,
                at: <Time at={waits.expiresAt} shape="minute" />,
              })
            : t.rich("waitsAlone", { at: <Time at={waits.aloneUntil} shape="minute" /> })}
          {mayReplace && ` ${t("waitsReplace")}`}
        </Note>
      )}
      {undone !== null && (
        <Note title={t("undoneTitle")}>
          {t.rich("undoneText", {
            name: <People people={undone.people} inline />,
            at: <Time at={undone.since} shape="minute" />,
            resolution: t(`ended_${undone.resolution}`),
          })}
        </Note>
      )}
      <div className="mt-3 flex flex-wrap gap-2 first:mt-0">
        <Can operation="resolveBreak">
          {isOpen && ownerId !== memberId && (
            <Button
              busy={taking.isPending}
              onClick={() => taking.send({ merchantId, breakId, ownerId: memberId })}
            >
              {t("take")}
            </Button>
          )}
          {isOpen && <Button onClick={() => setAsked("assign")}>{t("assign")}</Button>}
          {canMatch && isUndecided && <Button onClick={() => setAsked("match")}>{t("match")}</Button>}
          {(isUndecided || undone !== null) && (
            <Button look="primary" onClick={() => setAsked("resolve")}>
              {t("resolve")}
            </Button>
          )}
          {canUndo && <Button onClick={() => setAsked("undo")}>{t("undo")}</Button>}
        </Can>
      </div>
      {taking.error && <ErrorBox error={taking.error} className="mt-3" />}
      {asked !== undefined && <BreakDialog asked={asked} about={of} onClose={() => setAsked(undefined)} />}
    </Card>
  );
}

function Line({ of }: { of: NonNullable<BreakDetails["line"]> }) {
  const t = useTexts();
  const { side, amount, bookedAt, reference, utr, narration, counterpartyName, counterpartyLast4 } = of;
  const mono = (text: string) => <span className="font-mono text-13 break-all">{text}</span>;
  return (
    <Card title={t("line")} lead={t("lineLead")}>
      <KeyValues
        facts={[
          { label: t(side), value: <Money amount={amount} /> },
          { label: t("booked"), value: <Time at={bookedAt} shape="minute" /> },
          { label: t("reference"), value: reference === null ? t("notStated") : mono(reference) },
          { label: "UTR", value: utr === null ? t("notStated") : mono(utr) },
          narration !== "" && { label: t("narration"), value: narration },
          counterpartyName !== null && { label: t("counterparty"), value: counterpartyName },
          counterpartyLast4 !== null && { label: t("account"), value: mono(`…${counterpartyLast4}`) },
        ]}
      />
    </Card>
  );
}

function History({ of }: { of: BreakDetails["history"] }) {
  const t = useTexts();
  return (
    <Card title={t("history")}>
      <ol className="grid gap-3">
        {of.map(({ step, action, note, byName, at }) => (
          <li key={step} className="border-l-3 border-line pl-3">
            <p className="font-semibold">{t(`did_${action}`)}</p>
            <p className="text-14 break-words first-letter:uppercase">{note}</p>
            <p className="text-13 text-ink-2">
              {byName ?? "Vitaran"} · <Time at={at} shape="minute" />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
