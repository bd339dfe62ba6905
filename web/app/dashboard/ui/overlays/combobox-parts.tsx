import { Combobox as Base } from "@base-ui/react/combobox";
import type { ReactNode } from "react";
import { Field } from "../fields.tsx";
import type { FieldProps } from "../fields.tsx";
import { Icon } from "../icon.tsx";
import { useTexts } from "../texts.ts";

export interface Choice {
  id: string;
  label: string;
  /** Shown beside the label, such as a bank and the last four digits. */
  about?: ReactNode;
}

export interface ComboboxProps extends FieldProps {
  choices: readonly Choice[];
  value: Choice | null;
  onChange: (choice: Choice | null) => void;
  /** If the server searches, this gets the typed text, and `choices` are its results. */
  onSearch?: (typed: string) => void;
  placeholder?: string;
  /** Shown under the list, such as "Pay someone new". */
  footer?: ReactNode;
}

export function OpenCombobox(props: ComboboxProps) {
  const { choices, value, onChange, onSearch, placeholder, footer, ...field } = props;
  const t = useTexts();
  return (
    <Field {...field}>
      {(bound) => (
        <Base.Root
          items={choices}
          value={value}
          onValueChange={onChange}
          itemToStringLabel={(choice: Choice) => choice.label}
          isItemEqualToValue={(one: Choice, other: Choice) => one.id === other.id}
          {...(onSearch && { filter: null, onInputValueChange: (typed: string) => onSearch(typed) })}
        >
          <span className="field-frame">
            <Base.Input {...bound} placeholder={placeholder} className="field-bare" />
            <Base.Trigger aria-label={t("openList")} className="grid size-9 place-items-center text-ink-2">
              <Icon name="down" size={14} />
            </Base.Trigger>
          </span>
          <Base.Portal>
            <Base.Positioner className="z-50" sideOffset={4} collisionPadding={8}>
              <Base.Popup className="overlay-popup w-(--anchor-width) p-1">
                <Base.Empty className="px-2.5 py-2 text-ink-2 empty:hidden">{t("nothingFound")}</Base.Empty>
                <Base.List className="max-h-72 overflow-y-auto">
                  {(choice: Choice) => (
                    <Base.Item
                      key={choice.id}
                      value={choice}
                      className="flex min-h-9 cursor-default items-center justify-between gap-4 rounded-field px-2.5 outline-none data-highlighted:bg-sunken data-selected:font-semibold pointer-coarse:min-h-11"
                    >
                      <span className="min-w-0 truncate">{choice.label}</span>
                      {choice.about !== undefined && (
                        <span className="text-13 text-ink-2">{choice.about}</span>
                      )}
                    </Base.Item>
                  )}
                </Base.List>
                {footer && <div className="border-t border-line p-1">{footer}</div>}
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        </Base.Root>
      )}
    </Field>
  );
}
