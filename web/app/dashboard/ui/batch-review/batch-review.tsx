// The content of a batch and how it differs from the last one of its kind, for its maker and its approvers.
import type { ReactNode } from "react";
import type { Outputs } from "../../api/operations.ts";
import { Card, KeyValues, Note } from "../layout.tsx";
import type { Fact } from "../layout.tsx";
import { Money, MoneyWords } from "../money.tsx";
import { formatRupees, sumOf } from "../rupees.ts";
import { Time } from "../time.tsx";
import { useTexts } from "./texts.ts";

export type Review = Omit<Outputs["reviewBatch"], "sample">;
type Brief = Review["largest"][number];

interface BatchReviewProps {
  review: Review;
  /** More facts below the control totals. */
  facts?: readonly Fact[];
}

export function BatchReview({ review, facts = [] }: BatchReviewProps) {
  const t = useTexts();
  const { rows, amount, fee, tax, mostCharges, warnings, largest } = review;
  return (
    <div className="grid grid-cols-1 gap-5">
      <Card title={<Money amount={amount} size="figure" />} lead={<MoneyWords amount={amount} />}>
        <KeyValues
          facts={[
            { label: t("rows"), value: new Intl.NumberFormat("en-IN").format(rows) },
            { label: t("charges"), value: <Money amount={sumOf([fee, tax])} /> },
            mostCharges !== null && { label: t("mostCharges"), value: <Money amount={mostCharges} /> },
            ...facts,
          ]}
        />
      </Card>
      {warnings.length > 0 && (
        <Note tone="warn" title={t("warnings")}>
          <ul className="grid gap-1">
            {warnings.map(({ text, lines }) => (
              <li key={text + lines.join()}>
                {text}
                {lines.length > 0 &&
                  ` · ${t(lines.length === 1 ? "lineOf" : "linesOf", { lines: lines.join(", ") })}`}
              </li>
            ))}
          </ul>
        </Note>
      )}
      <Differences review={review} />
      <div className="grid grid-cols-1 gap-5 lg:grid-cols-2">
        <Parts
          title={t("byMode")}
          name={t("modeName")}
          parts={review.byMode.map((part) => ({ ...part, name: modeName(part.name, t("bankTransfer")) }))}
        />
        {review.byBank.length > 0 && <Parts title={t("byBank")} name={t("bankName")} parts={review.byBank} />}
      </div>
      <Card title={t("largest")} flush>
        <Briefs rows={largest} caption={t("largest")} />
      </Card>
    </div>
  );
}

function Differences({ review }: { review: Review }) {
  const t = useTexts();
  const { earlier, accounts, added, amounts, removed } = review;
  const lead =
    earlier === null
      ? t("noEarlier")
      : t("comparedWith", {
          number: String(earlier.referenceId),
          name: earlier.name,
          rows: earlier.rows,
          amount: formatRupees(earlier.amount),
        });
  return (
    <Card title={t("comparison")} lead={lead}>
      <div className="grid grid-cols-1 gap-6">
        {accounts.count > 0 && <Note tone="bad">{t("accountsLead")}</Note>}
        <Difference title={t("accounts")} of={accounts} beforeOf={({ before }) => before} />
        <Difference title={t("added")} of={added} />
        <Difference
          title={t("amounts")}
          of={amounts}
          beforeOf={(row) => <Money amount={row.beforeAmount} />}
        />
        {earlier !== null && <Difference title={t("removed")} of={removed} />}
      </div>
    </Card>
  );
}

interface DifferenceProps<Row extends Brief> {
  title: string;
  of: { count: number; amount: string; first: readonly Row[] };
  beforeOf?: (row: Row) => ReactNode;
}

function Difference<Row extends Brief>({ title, of, beforeOf }: DifferenceProps<Row>) {
  const t = useTexts();
  const { count, amount, first } = of;
  return (
    <section>
      <h3 className="mb-2 flex flex-wrap items-baseline gap-x-3 text-14 font-semibold">
        {title}
        <span className="font-normal text-ink-2 tabular-nums">
          {count === 0 ? t("nothing") : `${count} · ${formatRupees(amount)}`}
        </span>
      </h3>
      {count > 0 && (
        <div className="rounded-card border border-line">
          <Briefs rows={first} caption={title} beforeOf={beforeOf} />
        </div>
      )}
      {count > first.length && (
        <p className="mt-1 text-13 text-ink-2">{t("more", { count: count - first.length })}</p>
      )}
    </section>
  );
}

interface BriefsProps<Row extends Brief> {
  rows: readonly Row[];
  caption: string;
  beforeOf?: ((row: Row) => ReactNode) | undefined;
}

/**
 * Shows rows of a batch briefly: in a table if there is room, else one card for each row. Long names are wrapped, so
 * that amount, account and ID are always visible.
 */
export function Briefs<Row extends Brief>({ rows, caption, beforeOf }: BriefsProps<Row>) {
  const t = useTexts();
  return (
    <div className="@container">
      <table role="table" className="w-full text-14 @max-xl:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="@max-xl:sr-only">
          <tr role="row" className="border-b border-line text-13 text-ink-2">
            <Head>{t("line")}</Head>
            <Head>{t("payee")}</Head>
            <Head>{t("paidTo")}</Head>
            {beforeOf && <Head>{t("before")}</Head>}
            <Head>{t("transferId")}</Head>
            <Head end>{t("amount")}</Head>
          </tr>
        </thead>
        <tbody role="rowgroup" className="@max-xl:block">
          {rows.map((row) => (
            <tr
              key={row.line}
              role="row"
              className="border-b border-line last:border-b-0 @max-xl:grid @max-xl:grid-cols-[minmax(0,1fr)_auto] @max-xl:gap-x-3 @max-xl:px-3 @max-xl:py-2"
            >
              <Cell className="tabular-nums @max-xl:order-5">
                <span className="@xl:hidden">{t("line")} </span>
                {row.line}
              </Cell>
              <Cell className="wrap-anywhere">
                <span className="@max-xl:font-semibold">{row.name}</span>
                {row.payee !== null && <NamedPayee payee={row.payee} />}
              </Cell>
              <Cell className="font-mono text-13 wrap-anywhere @max-xl:order-3 @max-xl:col-span-2 @xl:min-w-24">
                {row.paidTo}
              </Cell>
              {beforeOf && (
                <Cell className="font-mono text-13 wrap-anywhere text-ink-2 @max-xl:order-3 @max-xl:col-span-2">
                  <span className="font-sans @xl:hidden">{t("before")} </span>
                  {beforeOf(row)}
                </Cell>
              )}
              <Cell className="font-mono text-13 wrap-anywhere @max-xl:order-4 @max-xl:col-span-2 @xl:min-w-42">
                {row.transferId}
              </Cell>
              <Cell className="text-right whitespace-nowrap @max-xl:order-1">
                <Money amount={row.amount} />
              </Cell>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Payee = NonNullable<Brief["payee"]>;

/**
 * Shows the beneficiary behind the ID in a row: its bank, when and by whom it was added, and what the ID meant before.
 */
export function NamedPayee({ payee: { beneId, bankName, addedAt, addedBy, former } }: { payee: Payee }) {
  const t = useTexts();
  return (
    <span className="grid text-13 text-ink-2">
      <span>{[beneId, bankName].filter((part) => part !== null).join(" · ")}</span>
      <span>
        {t("addedBy", { by: addedBy })} <Time at={addedAt} shape="day" />
      </span>
      {former !== null && (
        <span className="font-semibold text-bad">
          {t("former", { paidTo: former.paidTo })} <Time at={former.until} shape="day" />
        </span>
      )}
    </span>
  );
}

function Cell({ className, children }: { className: string; children: ReactNode }) {
  return (
    <td role="cell" className={`align-top @xl:px-3 @xl:py-2 ${className}`}>
      {children}
    </td>
  );
}

function Head({ end, children }: { end?: boolean; children: ReactNode }) {
  return (
    <th
      scope="col"
      role="columnheader"
      className={`px-3 py-2 font-semibold whitespace-nowrap ${end ? "text-right" : "text-left"}`}
    >
      {children}
    </th>
  );
}

interface PartsProps {
  title: string;
  name: string;
  parts: Review["byMode"];
}

function Parts({ title, name, parts }: PartsProps) {
  const t = useTexts();
  return (
    <Card title={title} flush>
      <table className="w-full text-14">
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr className="border-b border-line text-13 text-ink-2">
            <Head>{name}</Head>
            <Head end>{t("rows")}</Head>
            <Head end>{t("amount")}</Head>
          </tr>
        </thead>
        <tbody>
          {parts.map((part) => (
            <tr key={part.name} className="border-b border-line last:border-b-0">
              <td className="px-3 py-2">{part.name}</td>
              <td className="px-3 py-2 text-right tabular-nums">{part.rows}</td>
              <td className="px-3 py-2 text-right">
                <Money amount={part.amount} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

const brands: Readonly<Record<string, string>> = { paytm: "Paytm", amazonpay: "Amazon Pay" };

function modeName(mode: string, bankTransfer: string): string {
  return mode === "banktransfer" ? bankTransfer : (brands[mode] ?? mode.toUpperCase());
}
