// The health of each bank on each rail: its state, the share of good calls with its confidence interval, and the number
// of calls.
import type { Outputs } from "#dashboard/api/operations.ts";
import { useTo } from "#dashboard/shell/session.tsx";
import { Badge, type Tone } from "#dashboard/ui/badge.tsx";
import { Card, EmptyState, KeyValues } from "#dashboard/ui/layout.tsx";
import { RecoveryNote } from "#dashboard/ui/recovery/recovery-note.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import type { Column } from "#dashboard/ui/table/columns.ts";
import { DataTable, listOf } from "#dashboard/ui/table/data-table.tsx";
import { formatTime, Time } from "#dashboard/ui/time.tsx";
import { percentOf } from "./percent-of.ts";
import { SuccessChart } from "./success-chart.tsx";
import { useTexts } from "./texts.ts";

type BankHealth = Outputs["getBankHealth"]["items"][number];

const tones = {
  healthy: "ok",
  degraded: "warn",
  down: "bad",
  probing: "info",
  recovering: "info",
} as const satisfies Record<NonNullable<BankHealth["state"]>, Tone>;

const states = Object.keys(tones) as (keyof typeof tones)[];

export function Health({ items }: { items: readonly BankHealth[] }) {
  const t = useTexts();
  const columns = useColumns();
  const to = useTo();
  const shown = items.filter(
    ({ state, enabled, recoveringSince }) => state !== null || !enabled || recoveringSince !== null,
  );
  const rest = items.filter((one) => !shown.includes(one));
  if (items.length === 0) return <EmptyState title={t("noneTitle")}>{t("noneLead")}</EmptyState>;
  return (
    <>
      <RecoveryNote held={heldOf(items)} statements={to("fund-sources/reconciliation/statements")} />
      <SuccessChart items={items} />
      <Card title={t("health")} lead={t("healthLead")} flush>
        {shown.length > 0 && (
          <DataTable
            caption={t("health")}
            columns={columns}
            list={listOf(shown)}
            rowKey={({ bankId, rail, payeeCode }) => `${bankId} ${rail} ${payeeCode ?? ""}`}
            empty={null}
          />
        )}
        {rest.length > 0 && <NotCalled items={rest} />}
      </Card>
      <details className="rounded-card border border-line bg-surface p-4">
        <summary className="min-h-6 cursor-pointer font-semibold">{t("statesTitle")}</summary>
        <KeyValues
          stacked
          facts={states.map((state) => ({
            label: <Badge tone={tones[state]}>{t(state)}</Badge>,
            value: t(`${state}Means`),
            wide: true,
          }))}
        />
      </details>
    </>
  );
}

/** Returns each bank that is held back, once. */
function heldOf(items: readonly BankHealth[]): { bankName: string; since: string }[] {
  const held = items.flatMap(({ bankName, recoveringSince: since }) =>
    since === null ? [] : [[bankName, since] as const],
  );
  return [...new Map(held)].map(([bankName, since]) => ({ bankName, since }));
}

/** Shows the rails without any calls, one line for each bank. */
function NotCalled({ items }: { items: readonly BankHealth[] }) {
  const t = useTexts();
  const railsOf = (bank: string) =>
    items.filter(({ bankName }) => bankName === bank).map(({ rail }) => railName(rail));
  return (
    <div className="p-4 text-13 text-ink-2 md:px-5">
      <p className="font-semibold">{t("notCalled")}</p>
      <ul>
        {[...new Set(items.map(({ bankName }) => bankName))].map((bank) => (
          <li key={bank}>{t("ways", { bank, rails: railsOf(bank).join(", ") })}</li>
        ))}
      </ul>
    </div>
  );
}

function useColumns(): Column<BankHealth>[] {
  const t = useTexts();
  return [
    { id: "bank", header: t("bank"), card: "title", cell: (one) => <Bank one={one} /> },
    { id: "rail", header: t("rail"), cell: ({ rail }) => railName(rail) },
    { id: "state", header: t("state"), card: "mark", cell: (one) => <State one={one} /> },
    { id: "share", header: t("share"), align: "end", cell: (one) => <Share one={one} /> },
    { id: "calls", header: t("calls"), align: "end", cell: ({ calls }) => calls },
    {
      id: "latency",
      header: t("latency"),
      align: "end",
      cell: ({ latencyMs }) => (latencyMs === null ? "–" : `${latencyMs} ms`),
    },
    {
      id: "since",
      header: t("since"),
      cell: ({ since }) => (since === null ? "–" : <Time at={since} shape="minute" />),
    },
  ];
}

function Bank({ one: { bankName, payeeCode, enabled } }: { one: BankHealth }) {
  const t = useTexts();
  const notes = [payeeCode !== null && t("onlyFor", { code: payeeCode }), !enabled && t("switchedOff")];
  return (
    <span className="grid">
      {bankName}
      <Notes notes={notes} />
    </span>
  );
}

function State({ one: { state, announced, probeAt, recoveringSince } }: { one: BankHealth }) {
  const t = useTexts();
  if (recoveringSince !== null)
    return (
      <span className="grid justify-items-start">
        <Badge tone="warn">{t("held")}</Badge>
        <span className="text-12 text-ink-3">
          {t("heldSince", { time: formatTime(recoveringSince, "minute", t.language) })}
        </span>
      </span>
    );
  if (state === null) return <span className="text-ink-3">{t("notCalled")}</span>;
  const again =
    probeAt !== null && t("triedAgain", { time: formatTime(probeAt, "clockSeconds", t.language) });
  const notes = [announced && t("announced"), again];
  return (
    <span className="grid justify-items-start">
      <Badge tone={tones[state]}>{t(state)}</Badge>
      <Notes notes={notes} />
    </span>
  );
}

function Notes({ notes }: { notes: readonly (string | false)[] }) {
  const said = notes.filter((note) => note !== false);
  return said.length > 0 && <span className="text-12 text-ink-3">{said.join(", ")}</span>;
}

function Share({ one: { successBp, lowBp, highBp, state } }: { one: BankHealth }) {
  const t = useTexts();
  if (successBp === null || lowBp === null || highBp === null)
    return <span className="text-ink-3">{state === null ? "–" : t("tooFew")}</span>;
  return (
    <span className="grid tabular-nums">
      {`${percentOf(successBp)}%`}
      <span className="text-12 text-ink-3">
        {t("interval", { low: percentOf(lowBp), high: percentOf(highBp) })}
      </span>
    </span>
  );
}
