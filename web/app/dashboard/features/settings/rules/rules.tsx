// The risk rules in the order in which they are checked.
import { useState } from "react";
import type { Outputs } from "#dashboard/api/operations.ts";
import { useCall, useSend } from "#dashboard/api/use-call.ts";
import { ApprovalLink, WaitingBadge } from "#dashboard/shell/approval-link.tsx";
import { Can } from "#dashboard/shell/can.tsx";
import { useMerchantId } from "#dashboard/shell/session.tsx";
import { Badge } from "#dashboard/ui/badge.tsx";
import { Button } from "#dashboard/ui/button.tsx";
import { ErrorBox } from "#dashboard/ui/error-box.tsx";
import { EmptyState, Note } from "#dashboard/ui/layout.tsx";
import { PageHeader } from "#dashboard/ui/page-header.tsx";
import { People, Person } from "#dashboard/ui/person.tsx";
import { useRuleWords } from "#dashboard/ui/rules/use-rule-words.ts";
import { Skeleton } from "#dashboard/ui/skeleton.tsx";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { Time } from "#dashboard/ui/time.tsx";
import { toast } from "#dashboard/ui/toast.tsx";
import { AddRule } from "./add-rule.tsx";
import { outcomeOf, type Requested, type Rule } from "./kinds.ts";
import { RuleTabs } from "./tabs.tsx";
import { useTexts } from "./texts.ts";

export { ScreenFailure as ErrorBoundary } from "#dashboard/ui/failures.tsx";

export default function Rules() {
  const t = useTexts();
  const merchantId = useMerchantId();
  const [adding, setAdding] = useState(false);
  const { data, error, refetch } = useCall("listRules", { merchantId });
  const { columns, failure } = useColumns();
  const add = (
    <Can operation="addRule">
      <Button look="primary" icon="plus" onClick={() => setAdding(true)}>
        {t("add")}
      </Button>
    </Can>
  );
  return (
    <>
      <PageHeader title={t("title")} lead={t("lead")} actions={data?.items.length ? add : undefined} />
      <RuleTabs />
      {error && !data && <ErrorBox error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton lines={6} />}
      {Boolean(failure) && <ErrorBox error={failure} className="mb-4" />}
      {data && <Additions additions={data.additions} />}
      {data && <Removed removed={data.removed} />}
      {data && (
        <DataTable
          caption={t("title")}
          columns={columns}
          list={listOf(data.items)}
          rowKey={({ ruleId }) => ruleId}
          empty={
            <EmptyState title={t("none")} action={add} docs={<a href="/payout/risk-shield">{t("docs")}</a>}>
              {t("noneLead")}
            </EmptyState>
          }
        />
      )}
      {adding && <AddRule onClose={() => setAdding(false)} />}
    </>
  );
}

/** Shows rules that will be added when another person has approved them. */
function Additions({ additions }: Pick<Outputs["listRules"], "additions">) {
  const t = useTexts();
  const words = useRuleWords();
  return additions.map(({ requestId, askedBy, aloneUntil, rule }) => (
    <div key={requestId} className="mb-4">
      <Note
        title={t("additionWaits", { rule: words.kind(rule.kind) })}
        actions={<ApprovalLink requestId={requestId} />}
      >
        {words.sentence(rule)}.{" "}
        {aloneUntil === null
          ? t.rich("additionAskedBy", { name: <Person person={askedBy} /> })
          : t.rich("additionAlone", {
              name: <Person person={askedBy} />,
              at: <Time at={aloneUntil} shape="minute" />,
            })}
      </Note>
    </div>
  ));
}

/** Shows trust rules that other members removed, which this Owner can restore. */
function Removed({ removed }: Pick<Outputs["listRules"], "removed">) {
  const t = useTexts();
  const words = useRuleWords();
  return removed.map(({ ruleId, people, since, rule }) => (
    <div key={ruleId} className="mb-4">
      <Note
        title={t.rich("removedBy", {
          rule: words.kind(rule.kind),
          name: <People people={people} inline />,
        })}
        actions={<UndoRule ruleId={ruleId} about={words.kind(rule.kind)} />}
      >
        {words.sentence(rule)}. {t.rich("undoLead", { at: <Time at={since} shape="minute" /> })}
      </Note>
    </div>
  ));
}

/** Undoes a change that made the rules stricter, at once. */
function UndoRule({ ruleId, about }: { ruleId: string; about: string }) {
  const t = useTexts();
  const merchantId = useMerchantId();
  const undo = useSend("undoRule", { refreshes: ["listRules"], onDone: () => toast(t("undone")) });
  return (
    <Can operation="undoRule" brief>
      <span className="grid justify-items-end gap-1">
        <Button
          size="sm"
          busy={undo.isPending}
          aria-label={`${t("undo")}: ${about}`}
          onClick={() => undo.send({ merchantId, ruleId })}
        >
          {t("undo")}
        </Button>
        {Boolean(undo.error) && <ErrorBox error={undo.error} />}
      </span>
    </Can>
  );
}

const effectTones = { block: "bad", review: "warn", allow: "ok" } as const;

function useColumns(): { columns: Column<Rule>[]; failure: unknown } {
  const t = useTexts();
  const words = useRuleWords();
  const merchantId = useMerchantId();
  const onDone = (done: Requested) => toast(t(outcomeOf(done, "changed")));
  const change = useSend("changeRule", { refreshes: ["listRules"], onDone });
  const remove = useSend("removeRule", { refreshes: ["listRules"], onDone });
  const busy = change.isPending || remove.isPending;
  const columns: Column<Rule>[] = [
    {
      id: "rule",
      header: t("rule"),
      fixed: true,
      width: "min-w-72",
      cell: (rule) => (
        <span className="grid">
          <span className="font-semibold">{words.kind(rule.kind)}</span>
          <span className="text-13 text-ink-2">{words.sentence(rule)}</span>
        </span>
      ),
    },
    {
      id: "effect",
      header: t("effect"),
      cell: ({ effect }) => <Badge tone={effectTones[effect]}>{words.effect(effect)}</Badge>,
    },
    {
      id: "state",
      header: t("state"),
      cell: ({ active, waits, undo }) => (
        <span className="grid justify-items-end gap-1 md:justify-items-start">
          <span>{words.state(active)}</span>
          {waits && <WaitingBadge {...waits}>{t(`${waits.action}Waits`)}</WaitingBadge>}
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
      cell: ({ ruleId, active, kind, undo }) => (
        <span className="inline-flex flex-wrap justify-end gap-2">
          {undo && <UndoRule ruleId={ruleId} about={words.kind(kind)} />}
          <Can operation="changeRule" brief>
            <Button
              size="sm"
              disabled={busy}
              aria-label={`${t(active ? "switchOff" : "switchOn")}: ${words.kind(kind)}`}
              onClick={() => change.send({ merchantId, ruleId, active: !active })}
            >
              {t(active ? "switchOff" : "switchOn")}
            </Button>
            <Button
              size="sm"
              look="danger"
              disabled={busy}
              aria-label={`${t("remove")}: ${words.kind(kind)}`}
              onClick={() => remove.send({ merchantId, ruleId })}
            >
              {t("remove")}
            </Button>
          </Can>
        </span>
      ),
    },
  ];
  return { columns, failure: change.error ?? remove.error };
}
