// The names of row fields in words, or the contract's name if there is none.
import english from "./texts.en.ts";
import { useTexts } from "./texts.ts";

type FieldKey = Extract<keyof typeof english, `f_${string}`>;

export function useFieldNames(): (field: string) => string {
  const t = useTexts();
  return (field) => {
    const key = `f_${field}`;
    return key in english ? t(key as FieldKey) : field;
  };
}
