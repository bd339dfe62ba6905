// The figures of the range at a glance.
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Outputs } from "#dashboard/api/operations.ts";
import { Money } from "#dashboard/ui/money.tsx";
import { sumOf } from "#dashboard/ui/rupees.ts";
import { formatTime } from "#dashboard/ui/time.tsx";
import { Explain } from "./explain.tsx";
import { statusesOf, useRowsLink } from "./rows-link.ts";
import { useTexts } from "./texts.ts";
import type { Range } from "./use-range.ts";
import { FEW, formatRate, formatTook, noonOf } from "./words.ts";

type Summary = Outputs["getSummary"];

interface TileProps {
  id: string;
  label: string;
  value: ReactNode;
  note: ReactNode;
  rows: string;
  children: ReactNode;
}

function Tile({ id, label, value, note, rows, children }: TileProps) {
  return (
    <div data-tile={id} className="flex min-w-0 flex-col rounded-card border border-line bg-surface p-4">
      <dt className="flex items-start justify-between gap-2 text-13 text-ink-2">
        <span className="pt-1">{label}</span>
        <Explain label={label} rows={rows}>
          {children}
        </Explain>
      </dt>
      <dd className="mt-1">
        <Link to={rows} className="block font-display text-21 font-semibold break-words hover:underline">
          {value}
        </Link>
        <span className="mt-0.5 block text-13 text-ink-2">{note}</span>
      </dd>
    </div>
  );
}

/** A bank paid the transfer after it had reported a failure: the status stays, and the money has left. */
const PAID_LATE = "PAID_AFTER_FAILURE";

export function Tiles({ summary, range }: { summary: Summary; range: Range }) {
  const t = useTexts();
  const rowsOf = useRowsLink();
  const { total, from, to } = summary;
  const { successRate: rate, succeeded, inFlight, failed, reversed, took } = total;
  const rows = (status: string) =>
    rowsOf({ from, to, status, mode: range.mode, fundSourceId: range.fundSourceId });
  const bounds = {
    from: formatTime(noonOf(from), "day", t.language),
    to: formatTime(noonOf(to), "day", t.language),
  };
  const late = summary.reasons.filter(({ reason }) => reason === PAID_LATE);
  const lateFailed = late.find(({ outcome }) => outcome === "failed");
  const notPaid = failed.transfers + reversed.transfers - (lateFailed?.transfers ?? 0);
  const lateCount = late.reduce((sum, { transfers }) => sum + transfers, 0);
  const few = rate.transfers > 0 && rate.transfers < FEW;
  return (
    <dl className="tiles">
      <Tile
        id="transferred"
        label={t("transferred")}
        value={<Money amount={sumOf([succeeded.amount, ...late.map(({ amount }) => amount)])} />}
        note={
          <>
            {t("count", { count: succeeded.transfers + lateCount })}
            {lateCount > 0 && (
              <Link
                to={rowsOf({
                  from,
                  to,
                  reason: PAID_LATE,
                  mode: range.mode,
                  fundSourceId: range.fundSourceId,
                })}
                className="block text-warn hover:underline"
              >
                {t("paidLate", { count: lateCount })}
              </Link>
            )}
          </>
        }
        rows={rows(statusesOf.succeeded)}
      >
        {t("explainTransferred", bounds)}
      </Tile>
      <Tile
        id="rate"
        label={t("successRate")}
        value={rate.rate === null ? t("none") : formatRate(rate.rate)}
        note={
          <>
            {t("ofResults", { count: rate.transfers })} · {t("withInFlight", { count: inFlight.transfers })}
            {few && <span className="block text-warn">{t("fewResults", { count: rate.transfers })}</span>}
          </>
        }
        rows={rows(statusesOf.results)}
      >
        {rate.rate === null
          ? t("explainRateNone")
          : t("explainRate", {
              succeeded: succeeded.transfers,
              results: rate.transfers,
              low: formatRate(rate.low),
              high: formatRate(rate.high),
            })}
      </Tile>
      <Tile
        id="time"
        label={t("transferTime")}
        value={took === null ? t("none") : formatTook(took.p50Ms, t.language)}
        note={
          took === null ? t("noResultYet") : t("medianAnd95", { p95: formatTook(took.p95Ms, t.language) })
        }
        rows={rows("SUCCESS,FAILED")}
      >
        {t("explainTime", { count: took?.transfers ?? 0 })}
      </Tile>
      <Tile
        id="in-flight"
        label={t("inFlight")}
        value={<Money amount={inFlight.amount} />}
        note={t("count", { count: inFlight.transfers })}
        rows={rows(statusesOf.inFlight)}
      >
        {t("explainInFlight", bounds)}
      </Tile>
      <Tile
        id="not-paid"
        label={t("notPaid")}
        value={<Money amount={sumOf([failed.amount, reversed.amount, `-${lateFailed?.amount ?? "0"}`])} />}
        note={t("count", { count: notPaid })}
        rows={rows(statusesOf.notPaid)}
      >
        {t("explainNotPaid", bounds)}
      </Tile>
    </dl>
  );
}
