// E-mail addresses, separated by commas.
import { TextInput } from "#dashboard/ui/fields.tsx";
import { useTexts } from "./texts.ts";

interface AddressesInputProps {
  value: string;
  onChange: (value: string) => void;
}

export function AddressesInput({ value, onChange }: AddressesInputProps) {
  const t = useTexts();
  return (
    <TextInput
      label={t("addLabel")}
      name="recipients"
      placeholder="asha@example.com, ravi@example.com"
      value={value}
      onChange={onChange}
      hint={t("addHint")}
    />
  );
}
