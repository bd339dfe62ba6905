// Shows exact amounts in lakh and crore, always with two decimals.
import { useLayoutEffect, useRef } from "react";
import { useLanguage } from "../texts/language.ts";
import { amountInWords } from "./amount-in-words.ts";
import { TextInput } from "./fields.tsx";
import type { FieldProps } from "./fields.tsx";
import { formatRupees, groupTyped, problemOf, readAmount } from "./rupees.ts";
import { useTexts } from "./texts.ts";

interface MoneyProps {
  /** The amount in rupees as the API writes it: "100000.00". */
  amount: string;
  /** `figure` is for the main amount of a screen. */
  size?: "text" | "lead" | "figure";
  className?: string;
}

const sizes = {
  text: "",
  lead: "text-18 font-semibold",
  figure: "font-display text-34 font-semibold",
};

export function Money({ amount, size = "text", className }: MoneyProps) {
  return (
    <data value={amount} className={`whitespace-nowrap tabular-nums ${sizes[size]} ${className ?? ""}`}>
      {formatRupees(amount)}
    </data>
  );
}

/** The amount in words, beside every confirmation and on every receipt. */
export function MoneyWords({ amount, className }: { amount: string; className?: string }) {
  const language = useLanguage();
  return <span className={className ?? "text-13 text-ink-2"}>{amountInWords(amount, language)}</span>;
}

interface MoneyInputProps extends FieldProps {
  /** The amount as typed. `readAmount` (ui/rupees.ts) converts it for the API. */
  value: string;
  onChange: (typed: string) => void;
}

/** Commas come and go while the user types. The caret stays behind the same digit. */
function useCaret({ value, onChange }: Pick<MoneyInputProps, "value" | "onChange">) {
  const input = useRef<HTMLInputElement>(null);
  const behind = useRef<number | null>(null);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || behind.current === null) return;
    let place = field.value.length;
    while (place > 0 && withoutCommas(field.value.slice(place)) < behind.current) place -= 1;
    field.setSelectionRange(place, place);
    behind.current = null;
  });
  function change(typed: string): void {
    behind.current = withoutCommas(typed.slice(input.current?.selectionStart ?? typed.length));
    onChange(groupTyped(typed, value));
  }
  return { input, change };
}

const withoutCommas = (text: string): number => text.replaceAll(",", "").length;

/** Returns what is wrong with the typed amount, in words. An empty field is not wrong yet. */
export function useAmountProblem(): (typed: string) => string | undefined {
  const t = useTexts();
  const words = {
    too_fine: "amountTooFine",
    too_large: "amountTooLarge",
    unclear: "amountUnclear",
    not_an_amount: "notAnAmount",
  } as const;
  return (typed) => {
    const problem = typed === "" ? undefined : problemOf(typed);
    return problem && t(words[problem]);
  };
}

/** Groups the digits in lakh while the user types, and shows below in words how the amount was understood. */
export function MoneyInput({ value, onChange, hint, error, ...field }: MoneyInputProps) {
  const problemIn = useAmountProblem();
  const { input, change } = useCaret({ value, onChange });
  const language = useLanguage();
  const understood = readAmount(value);
  return (
    <TextInput
      {...field}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      value={value}
      ref={input}
      onChange={change}
      error={error ?? problemIn(value)}
      hint={
        <>
          <span aria-live="polite">
            {understood !== undefined && value !== "" ? amountInWords(understood, language) : " "}
          </span>
          {hint && <span className="block">{hint}</span>}
        </>
      }
    />
  );
}
