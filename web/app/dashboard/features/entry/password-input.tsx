// A password field, which hides the password until the user wants to see it.
import { useState } from "react";
import { TextInput } from "#dashboard/ui/fields.tsx";
import type { TextInputProps } from "#dashboard/ui/fields.tsx";
import { useTexts } from "./texts.ts";

type PasswordInputProps = Pick<TextInputProps, "label" | "name" | "hint" | "value" | "onChange"> & {
  /** The browser offers to save a new password, and fills in a current one. */
  isNew?: boolean;
};

export function PasswordInput({ isNew, ...rest }: PasswordInputProps) {
  const t = useTexts();
  const [shown, setShown] = useState(false);
  return (
    <TextInput
      {...rest}
      type={shown ? "text" : "password"}
      autoComplete={isNew ? "new-password" : "current-password"}
      suffix={
        <button
          type="button"
          aria-pressed={shown}
          aria-label={t(shown ? "hidePassword" : "showPassword")}
          className="min-h-9 px-3 text-13 font-semibold text-link"
          onClick={() => setShown(!shown)}
        >
          {t(shown ? "hide" : "show")}
        </button>
      }
    />
  );
}
