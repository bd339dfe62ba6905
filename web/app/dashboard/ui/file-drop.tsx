// Takes a file that is dropped here or chosen with the button. Nothing is sent yet.
import { useId, useState } from "react";
import type { ReactNode } from "react";
import { buttonClass } from "./button.tsx";
import { Icon } from "./icon.tsx";
import { useTexts } from "./texts.ts";

interface FileDropProps {
  label: string;
  /** The accepted file types, such as ".csv,.xls,.xlsx". */
  accept: string;
  /** The accepted files in words: types, rows, size. */
  hint: ReactNode;
  file: File | undefined;
  onFile: (file: File) => void;
  error?: string | undefined;
}

export function FileDrop({ label, accept, hint, file, onFile, error }: FileDropProps) {
  const t = useTexts();
  const id = useId();
  const [over, setOver] = useState(false);
  const take = (files: FileList | null) => {
    const first = files?.[0];
    if (first) onFile(first);
  };
  return (
    <div
      data-over={over || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer.files);
      }}
      className="grid justify-items-center gap-2 rounded-card border border-dashed border-control bg-surface px-4 py-10 text-center data-over:border-primary data-over:bg-sunken"
    >
      <Icon name="upload" className="text-ink-3" />
      <label htmlFor={id} className="font-semibold">
        {file ? file.name : label}
      </label>
      <p id={`${id}-hint`} className="text-13 text-ink-2">
        {hint}
      </p>
      <span>
        <input
          id={id}
          type="file"
          accept={accept}
          aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`}
          aria-invalid={error ? true : undefined}
          onChange={(event) => {
            take(event.target.files);
            // Without this, the same file could not be chosen again after it was corrected.
            event.target.value = "";
          }}
          className="peer sr-only"
        />
        <label
          htmlFor={id}
          aria-hidden="true"
          className={`${buttonClass()} cursor-pointer peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus`}
        >
          {file ? t("otherFile") : t("chooseFile")}
        </label>
      </span>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-13 text-bad">
          {error}
        </p>
      )}
    </div>
  );
}
