// The preview beside the form: what will happen, what it costs, and what prevents it.
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useTo } from "#dashboard/shell/session.tsx";
import { Icon } from "#dashboard/ui/icon.tsx";
import { Card, KeyValues, Note } from "#dashboard/ui/layout.tsx";
import { Money } from "#dashboard/ui/money.tsx";
import { formatRupees, sumOf } from "#dashboard/ui/rupees.ts";
import { formatTime, Time } from "#dashboard/ui/time.tsx";
import { modeName } from "./mode-names.ts";
import { useTexts } from "./texts.ts";
import type { Preview, Previewed } from "./use-preview.ts";

export function Preflight({ previewed }: { previewed: Previewed }) {
  const t = useTexts();
  const { latest, isComplete, isLooking } = previewed;
  return (
    <Card title={t("preflight")} className="lg:sticky lg:top-20">
      <div aria-busy={isLooking || undefined}>
        <p role="status" className="sr-only">
          {isLooking ? t("preflightLooking") : ""}
        </p>
        {!isComplete ? (
          <p className="text-ink-2">{t("preflightIdle")}</p>
        ) : latest ? (
          <Checks preview={latest} />
        ) : (
          <p className="text-ink-2">{isLooking ? t("preflightLooking") : t("preflightIdle")}</p>
        )}
      </div>
    </Card>
  );
}

function Checks({ preview }: { preview: Preview }) {
  const t = useTexts();
  const { fee, tax, mostCharges, total, balanceAfter, payee } = preview;
  const option = optionOf(preview);
  return (
    <div className="grid gap-4">
      <OutcomeLine preview={preview} />
      <KeyValues
        facts={[
          { label: t("feeLine"), value: <Money amount={sumOf([fee, tax])} /> },
          mostCharges !== null && { label: t("mostCharges"), value: <Money amount={mostCharges} /> },
          { label: t("totalLine"), value: <Money amount={total} />, total: true },
          balanceAfter !== null && { label: t("balanceAfter"), value: <Money amount={balanceAfter} /> },
          option?.expectedBy != null && {
            label: t("expected"),
            value: <Time at={option.expectedBy} shape="minute" />,
          },
          payee?.bankName != null && { label: t("bankLine"), value: payee.bankName },
        ]}
      />
      <Warnings preview={preview} />
    </div>
  );
}

/** Returns the chosen mode and how it would be carried out. */
export function optionOf(preview: Preview): Preview["modes"][number] | undefined {
  return preview.modes.find(({ mode }) => mode === preview.mode);
}

const WOULD_NOT = { refused: "wouldRefuse", rejected: "wouldReject", failed: "wouldFail" } as const;

function OutcomeLine({ preview }: { preview: Preview }) {
  const t = useTexts();
  const words = useOutcomeWords();
  const { outcome, refusal, approval } = preview;
  if (outcome === "refused" || outcome === "rejected" || outcome === "failed") {
    return (
      <Note tone="bad" title={t(WOULD_NOT[outcome])}>
        {refusal?.message}
      </Note>
    );
  }
  if (outcome === "repeated") return <Note tone="warn">{t("repeated")}</Note>;
  return (
    <div className="flex gap-2">
      <Icon
        name={outcome === "sent" ? "check" : "clock"}
        className={outcome === "sent" ? "text-ok" : "text-warn"}
      />
      <div>
        <p>{words(preview)}</p>
        {approval?.sum && (
          <p className="text-13 text-ink-2">
            {t(approval.sum.of === "payee" ? "sumOfPayee" : "sumOfMaker", {
              sum: formatRupees(approval.sum.amount),
            })}
          </p>
        )}
        {approval?.levels.map(({ approvers, names }, at) => (
          <p key={at} className="text-13 text-ink-2">
            {names.length === 0
              ? t("noApprovers")
              : t("approvers", { count: approvers, names: names.join(", ") })}
          </p>
        ))}
      </div>
    </div>
  );
}

/** Returns a sentence that says what will happen. */
export function useOutcomeWords(): (preview: Preview) => string {
  const t = useTexts();
  return ({ outcome, approval, waitingFor, nextAt, route, mode, modes }) => {
    const time = nextAt === null ? "" : formatTime(nextAt, "minute", t.language);
    if (outcome === "needs_approval") return t("willNeedApproval", { policy: approval?.policy ?? "" });
    if (waitingFor === "funds") return t("willWaitFunds", { time });
    const rail = modes.find((one) => one.mode === mode)?.rail ?? mode;
    if (waitingFor === "window") return t("willWaitWindow", { rail: modeName(rail, t), time });
    if (waitingFor === "downtime") return t("willWaitDowntime");
    if (waitingFor === "schedule") return t("willWaitSchedule", { time });
    if (route === null) return t("willSendPlain");
    return t("willSend", { rail: modeName(route.rail, t), bank: route.bankName });
  };
}

/** Shows warnings before sending, and in the confirmation. */
export function Warnings({ preview }: { preview: Preview }): ReactNode {
  const t = useTexts();
  const to = useTo();
  const { duplicate, incidents, amount, payee, shortfall } = preview;
  if (duplicate === null && incidents.length === 0 && shortfall === null) return null;
  const place = payee?.accountLast4 ? `••••${payee.accountLast4}` : (payee?.vpa ?? payee?.name ?? "");
  return (
    <div className="grid gap-2">
      <Shortfall preview={preview} />
      {duplicate && (
        <Note tone="warn" title={t("duplicate")}>
          {t(duplicate.paidLate ? "duplicatePaidLate" : "duplicateAbout", {
            amount: formatRupees(amount),
            payee: place,
            time: formatTime(duplicate.acceptedAt, "minute", t.language),
            status: duplicate.status,
          })}{" "}
          <Link to={to(`transfers/all/${duplicate.transferId}`)} className="text-link underline">
            {t("seeIt")}
          </Link>
        </Note>
      )}
      {incidents.map(({ entityName, mode, startedAt }) => (
        <Note key={`${entityName} ${mode}`} tone="warn">
          {t("disturbed", {
            name: entityName,
            mode: modeName(mode, t),
            time: formatTime(startedAt, "minute", t.language),
          })}
        </Note>
      ))}
    </div>
  );
}

/** Explains in plain words what happens if there is not enough money. A negative balance alone would not say that. */
function Shortfall({ preview: { shortfall, outcome, nextAt } }: { preview: Preview }) {
  const t = useTexts();
  if (shortfall === null || outcome === "repeated" || outcome === "refused") return null;
  const amount = formatRupees(shortfall.amount);
  const isAsked = outcome === "needs_approval";
  const about = (): string => {
    if (shortfall.then === "failed") return t(isAsked ? "shortAtApproval" : "shortFails", { amount });
    if (isAsked || nextAt === null) return t("shortWaits", { amount, hours: shortfall.hours ?? 0 });
    return t("shortWaitsUntil", { amount, time: formatTime(nextAt, "minute", t.language) });
  };
  return (
    <div role="alert">
      <Note tone={shortfall.then === "failed" ? "bad" : "warn"} title={t("shortTitle")}>
        {about()}
      </Note>
    </div>
  );
}
