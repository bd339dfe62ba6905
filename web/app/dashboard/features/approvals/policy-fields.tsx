// The fields of one policy: its conditions and its levels of approval.
import type { Outputs } from "#dashboard/api/operations.ts";
import { usePermissionName } from "#dashboard/shell/can.tsx";
import { SourceChoices } from "#dashboard/shell/source-choices.tsx";
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Checkbox } from "#dashboard/ui/choices.tsx";
import { Select, TextInput } from "#dashboard/ui/fields.tsx";
import { MoneyInput } from "#dashboard/ui/money.tsx";
import { groupTyped, readAmount } from "#dashboard/ui/rupees.ts";
import { makePolicyWords, type Names } from "./policy-words.ts";
import { useTexts } from "./texts.ts";
import { useState } from "react";

export type Policy = Outputs["getPolicies"]["items"][number]["policies"][number];
type Level = Policy["levels"][number];

interface PolicyFieldsProps {
  kind: string;
  policy: Policy;
  names: Names;
  /** Null removes the policy. */
  onChange: (policy: Policy | null) => void;
  onMoveUp?: (() => void) | undefined;
}

const creators = ["api", "member", "batch"] as const;

export function PolicyFields({ kind, policy, names, onChange, onMoveUp }: PolicyFieldsProps) {
  const t = useTexts();
  const { conditions } = makePolicyWords(t, usePermissionName(), names);
  const isOfPayments = kind === "transfer" || kind === "batch";
  const { name, levels } = policy;
  const sources = policy.fundSources ?? [];
  // Fund sources are chosen below, and rails are not.
  const rails = conditions({ ...policy, fundSources: null });
  const set = (changes: Partial<Policy>) => onChange({ ...policy, ...changes });
  return (
    <fieldset className="grid gap-4 rounded-card border border-line bg-surface p-4">
      <legend className="sr-only">{name}</legend>
      <div className="flex flex-wrap items-end gap-3">
        <div className="min-w-48 flex-1">
          <TextInput
            label={t("policyName")}
            value={name}
            onChange={(value) => set({ name: value })}
            maxLength={100}
          />
        </div>
        {onMoveUp && (
          <Button size="sm" onClick={onMoveUp}>
            {t("moveUp")}
          </Button>
        )}
        <IconButton icon="trash" label={`${t("removePolicy")}: ${name}`} onClick={() => onChange(null)} />
      </div>
      {isOfPayments && (
        <div className="grid gap-3 sm:grid-cols-2">
          <AmountField label={t("from")} amount={policy.from} onChange={(from) => set({ from })} />
          <AmountField label={t("to")} amount={policy.to} onChange={(to) => set({ to })} />
        </div>
      )}
      <Makers kind={kind} policy={policy} onChange={(chosen) => set({ creators: chosen })} />
      {isOfPayments && (
        <SourceChoices
          label={t("policySources")}
          hint={t(sources.length === 0 ? "policySourcesAll" : "policySourcesSome")}
          kinds={["wallet", "bank_account", "intermediate"]}
          names={names}
          chosen={sources}
          onChange={(chosen) => set({ fundSources: chosen.length === 0 ? null : chosen })}
        />
      )}
      {rails !== "" && <p className="text-14 wrap-anywhere">{rails}</p>}
      <Levels levels={levels} names={names} onChange={(changed) => set({ levels: changed })} />
    </fieldset>
  );
}

interface AmountFieldProps {
  label: string;
  amount: string | null;
  onChange: (amount: string | null) => void;
}

function AmountField({ label, amount, onChange }: AmountFieldProps) {
  const t = useTexts();
  const [typed, setTyped] = useState(amount === null ? "" : groupTyped(amount));
  return (
    <MoneyInput
      label={label}
      value={typed}
      hint={typed === "" ? t("anyAmount") : undefined}
      optional
      onChange={(value) => {
        setTyped(value);
        onChange(value === "" ? null : (readAmount(value) ?? value));
      }}
    />
  );
}

interface MakersProps {
  kind: string;
  policy: Policy;
  onChange: (creators: string[] | null) => void;
}

function Makers({ kind, policy, onChange }: MakersProps) {
  const t = useTexts();
  const offered = creators.filter((one) => one !== "batch" || kind === "transfer" || kind === "batch");
  const chosen = policy.creators ?? offered;
  return (
    <fieldset className="flex flex-wrap items-center gap-x-5 gap-y-1">
      <legend className="mb-1 text-14 font-semibold">{t("makers")}</legend>
      {offered.map((one) => (
        <Checkbox
          key={one}
          label={t(`creator_${one}`)}
          checked={chosen.includes(one)}
          onChange={(on) => {
            const next = offered.filter((other) => (other === one ? on : chosen.includes(other)));
            if (next.length > 0) onChange(next.length === offered.length ? null : [...next]);
          }}
        />
      ))}
    </fieldset>
  );
}

const permissions = [
  "approve_quick_transfer",
  "approve_bulk_transfer",
  "approve_changes",
  "own_organization",
] as const;

interface LevelsProps {
  levels: readonly Level[];
  names: Names;
  onChange: (levels: Level[]) => void;
}

function Levels({ levels, names, onChange }: LevelsProps) {
  const t = useTexts();
  const { members } = makePolicyWords(t, usePermissionName(), names);
  const change = (index: number, level: Level) => onChange(levels.with(index, level));
  return (
    <div className="grid gap-3">
      <p className="text-14 font-semibold">{t("levels")}</p>
      {levels.length === 0 && <p className="text-13 text-ink-2">{t("noLevel")}</p>}
      {levels.map((level, index) => (
        <div key={index} className="flex flex-wrap items-end gap-3">
          <div className="w-24">
            <Select
              label={t("approvers")}
              value={String(level.approvers)}
              options={["1", "2", "3", "4", "5"].map((id) => ({ id, label: id }))}
              onChange={(count) => change(index, { ...level, approvers: Number(count) })}
            />
          </div>
          <div className="min-w-48 flex-1">
            <Select
              label={t("permission")}
              value={level.permission}
              options={optionsOf(level, t)}
              onChange={(permission) => change(index, { ...level, permission })}
            />
          </div>
          {level.members !== null && <p className="w-full text-14 wrap-anywhere">{members(level)}</p>}
          <IconButton
            icon="minus"
            label={`${t("removeLevel")} ${index + 1}`}
            onClick={() => onChange(levels.toSpliced(index, 1))}
          />
        </div>
      ))}
      {levels.length < 5 && (
        <div>
          <Button
            size="sm"
            icon="plus"
            onClick={() =>
              onChange([
                ...levels,
                {
                  approvers: 1,
                  permission: levels.at(-1)?.permission ?? "approve_quick_transfer",
                  members: null,
                },
              ])
            }
          >
            {t("addLevel")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Returns the permissions that can approve, and the current one even if it is not among them. */
function optionsOf({ permission }: Level, t: ReturnType<typeof useTexts>) {
  const known = permissions.map((id) => ({ id: id as Level["permission"], label: t(`p_${id}`) }));
  return known.some(({ id }) => id === permission)
    ? known
    : [...known, { id: permission, label: permission }];
}
