// The parts of a draft: orders, shares, costs, and how much health counts.
import type { ReactNode } from "react";
import { IconButton } from "#dashboard/ui/button.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { Card } from "#dashboard/ui/layout.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { railName } from "#dashboard/ui/rail-name.ts";
import { AddRow, BankOrder } from "./bank-order.tsx";
import { changed, newKey, without } from "./draft.ts";
import type { Bank, BankRow, Draft, OrderRow, Rail } from "./draft.ts";
import { useTexts } from "./texts.ts";

interface PartProps {
  draft: Draft;
  banks: readonly Bank[];
  onChange: (draft: Draft) => void;
}

const railsOf = (banks: readonly Bank[]): Rail[] => [...new Set(banks.flatMap(({ rails }) => rails))];
const offering = (banks: readonly Bank[], rail: Rail): Bank[] =>
  banks.filter(({ rails }) => rails.includes(rail));
const optionsOf = (rails: readonly Rail[]) => rails.map((id) => ({ id, label: railName(id) }));

export function Orders({ draft, banks, onChange }: PartProps) {
  const t = useTexts();
  const rails = railsOf(banks);
  const set = (priorities: readonly OrderRow[]) => onChange({ ...draft, priorities });
  const nameOf = (id: string) => banks.find(({ bankId }) => bankId === id)?.bankName ?? id;
  return (
    <Card title={t("orders")} lead={t("ordersLead")}>
      <div className="grid gap-4">
        {draft.priorities.map((row, at) => {
          const change = (more: Partial<OrderRow>) => set(changed(draft.priorities, { ...row, ...more }));
          const offered = offering(banks, row.rail);
          return (
            <Row
              key={row.key}
              label={t("orderNo", { no: at + 1 })}
              onRemove={() => set(without(draft.priorities, row.key))}
            >
              <div className="grid items-start gap-3 sm:grid-cols-2 [&>*]:min-w-0">
                <Select
                  label={t("rail")}
                  value={row.rail}
                  options={optionsOf(rails)}
                  onChange={(rail) => {
                    const fits = offering(banks, rail).map(({ bankId }) => bankId);
                    change({ rail, bankIds: row.bankIds.filter((bankId) => fits.includes(bankId)) });
                  }}
                />
                <MoneyInput
                  label={t("upTo")}
                  hint={t("upToHint")}
                  name={`upTo-${row.key}`}
                  optional
                  value={row.upTo}
                  onChange={(upTo) => change({ upTo })}
                />
              </div>
              <BankOrder
                name={`add-${row.key}`}
                banks={offered}
                nameOf={nameOf}
                bankIds={row.bankIds}
                onChange={(bankIds) => change({ bankIds })}
              />
            </Row>
          );
        })}
        <AddRow
          label={t("addOrder")}
          onClick={() =>
            set([...draft.priorities, { key: newKey(), rail: rails[0]!, upTo: "", bankIds: [] }])
          }
        />
      </div>
    </Card>
  );
}

export function Shares({ draft, banks, onChange }: PartProps) {
  const t = useTexts();
  return (
    <Card title={t("shares")} lead={t("sharesLead")}>
      <BankRows
        rows={draft.shares}
        banks={banks}
        labels={{ row: "shareNo", add: "addShare" }}
        onChange={(shares) => onChange({ ...draft, shares })}
      >
        {(row, change) => (
          <TextInput
            label={t("percent")}
            name={`share-${row.key}`}
            inputMode="numeric"
            maxLength={3}
            suffix={<span className="pr-2.5 text-ink-2">%</span>}
            value={row.typed}
            onChange={(typed) => change(typed.replaceAll(/\D/g, ""))}
          />
        )}
      </BankRows>
    </Card>
  );
}

export function Costs({ draft, banks, onChange }: PartProps) {
  const t = useTexts();
  return (
    <Card title={t("costs")} lead={t("costsLead")}>
      <BankRows
        rows={draft.costs}
        banks={banks}
        labels={{ row: "costNo", add: "addCost" }}
        onChange={(costs) => onChange({ ...draft, costs })}
      >
        {(row, change) => (
          <MoneyInput label={t("amount")} name={`cost-${row.key}`} value={row.typed} onChange={change} />
        )}
      </BankRows>
    </Card>
  );
}

interface BankRowsProps {
  rows: readonly BankRow[];
  banks: readonly Bank[];
  labels: { row: "shareNo" | "costNo"; add: "addShare" | "addCost" };
  onChange: (rows: readonly BankRow[]) => void;
  children: (row: BankRow, change: (typed: string) => void) => ReactNode;
}

function BankRows({ rows, banks, labels, onChange, children }: BankRowsProps) {
  const t = useTexts();
  const rails = railsOf(banks);
  const first = (rail: Rail) => offering(banks, rail)[0]!.bankId;
  return (
    <div className="grid gap-4">
      {rows.map((row, at) => {
        const change = (more: Partial<BankRow>) => onChange(changed(rows, { ...row, ...more }));
        const offered = offering(banks, row.rail);
        return (
          <Row
            key={row.key}
            label={t(labels.row, { no: at + 1 })}
            onRemove={() => onChange(without(rows, row.key))}
          >
            <div className="grid items-start gap-3 sm:grid-cols-3 [&>*]:min-w-0">
              <Select
                label={t("rail")}
                value={row.rail}
                options={optionsOf(rails)}
                onChange={(rail) => {
                  const fits = offering(banks, rail).some(({ bankId }) => bankId === row.bankId);
                  change({ rail, bankId: fits ? row.bankId : first(rail) });
                }}
              />
              <Select
                label={t("bank")}
                value={row.bankId}
                options={offered.map(({ bankId, bankName }) => ({ id: bankId, label: bankName }))}
                onChange={(bankId) => change({ bankId })}
              />
              {children(row, (typed) => change({ typed }))}
            </div>
          </Row>
        );
      })}
      <AddRow
        label={t(labels.add)}
        onClick={() =>
          onChange([...rows, { key: newKey(), rail: rails[0]!, bankId: first(rails[0]!), typed: "" }])
        }
      />
    </div>
  );
}

export function Health({ draft, onChange }: Omit<PartProps, "banks">) {
  const t = useTexts();
  return (
    <Card title={t("health")} lead={t("healthLead")}>
      <div className="grid items-start gap-3 sm:grid-cols-2">
        <TextInput
          label={t("demoteFrom")}
          hint={t("demoteHint")}
          name="demoteFrom"
          inputMode="decimal"
          maxLength={6}
          suffix={<span className="pr-2.5 text-ink-2">%</span>}
          value={draft.demoteFrom}
          onChange={(demoteFrom) => onChange({ ...draft, demoteFrom: demoteFrom.trim() })}
        />
        <MoneyInput
          label={t("costPerPercent")}
          hint={t("costPerPercentHint")}
          name="costPerPercent"
          value={draft.costPerPercent}
          onChange={(costPerPercent) => onChange({ ...draft, costPerPercent })}
        />
      </div>
    </Card>
  );
}

/** One row of a part, with its name and a button that removes it. */
function Row({ label, onRemove, children }: { label: string; onRemove: () => void; children: ReactNode }) {
  const t = useTexts();
  return (
    <fieldset className="grid min-w-0 gap-3 rounded-card border border-line p-3">
      <legend className="sr-only">{label}</legend>
      <div className="flex items-center justify-between gap-2">
        <span aria-hidden="true" className="text-13 font-semibold text-ink-2">
          {label}
        </span>
        <IconButton icon="trash" label={t("removeRow", { name: label })} onClick={onRemove} />
      </div>
      {children}
    </fieldset>
  );
}
