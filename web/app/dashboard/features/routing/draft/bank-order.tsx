// The banks of one order, best first. Buttons move them, so that no mouse is needed.
import { Button, IconButton } from "#dashboard/ui/button.tsx";
import { Select } from "#dashboard/ui/fields.tsx";
import type { Bank } from "./draft.ts";
import { useTexts } from "./texts.ts";

interface BankOrderProps {
  name: string;
  /** The banks that offer the rail. */
  banks: readonly Bank[];
  nameOf: (bankId: string) => string;
  bankIds: readonly string[];
  onChange: (bankIds: readonly string[]) => void;
}

export function BankOrder({ name, banks, nameOf, bankIds, onChange }: BankOrderProps) {
  const t = useTexts();
  const others = banks.filter(({ bankId }) => !bankIds.includes(bankId));
  const move = (at: number, by: number, button: HTMLElement) => {
    const moved = [...bankIds];
    const [taken] = moved.splice(at, 1);
    moved.splice(at + by, 0, taken!);
    onChange(moved);
    // A browser removes the focus from an element that moves in the page.
    requestAnimationFrame(() => button.focus());
  };
  return (
    <div className="grid gap-2">
      <ol className="grid gap-1" aria-label={t("order")}>
        {bankIds.map((bankId, at) => {
          const bank = nameOf(bankId);
          return (
            <li
              key={bankId}
              className="flex min-w-0 items-center gap-1 rounded-field border border-line bg-sunken pl-3"
            >
              <span className="w-5 shrink-0 text-ink-3 tabular-nums">{at + 1}.</span>
              <span className="min-w-0 flex-1 py-1 break-words">{bank}</span>
              <IconButton
                icon="up"
                label={t("moveUp", { bank })}
                disabled={at === 0}
                onClick={({ currentTarget }) => move(at, -1, currentTarget)}
              />
              <IconButton
                icon="down"
                label={t("moveDown", { bank })}
                disabled={at === bankIds.length - 1}
                onClick={({ currentTarget }) => move(at, 1, currentTarget)}
              />
              <IconButton
                icon="close"
                label={t("takeOut", { bank })}
                onClick={() => onChange(bankIds.filter((one) => one !== bankId))}
              />
            </li>
          );
        })}
      </ol>
      {others.length > 0 && (
        <Select
          label={t("addBank")}
          name={name}
          value=""
          options={[
            { id: "", label: t("chooseBank") },
            ...others.map(({ bankId, bankName }) => ({ id: bankId, label: bankName })),
          ]}
          onChange={(bankId) => bankId !== "" && onChange([...bankIds, bankId])}
        />
      )}
    </div>
  );
}

/** The button under a list of rows that adds one. */
export function AddRow({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <div>
      <Button icon="plus" size="sm" onClick={onClick}>
        {label}
      </Button>
    </div>
  );
}
