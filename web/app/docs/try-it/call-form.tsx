// The form of one call: its fields, its body, the key to send it with, and the response.
import { useState } from "react";
import { Choice, FieldFrame, inputLook, KeyFields } from "./form-parts.tsx";
import type { TriedField, TriedOperation } from "./operation.ts";
import { Outcome } from "./outcome.tsx";
import type { Key } from "./sandbox-key.ts";
import { lastKey, useSending } from "./use-sending.ts";
import { firstValues, freshBody, freshNow, writeCall } from "./write-call.ts";

interface CallFormProps {
  operation: TriedOperation;
  demo: Key | undefined;
}

/** Returns the typed values and their initial values. */
function useTyped(operation: TriedOperation, known: ReadonlyMap<string, string>) {
  const [version, setVersion] = useState(operation.versions.at(-1)?.version ?? "");
  const [values, setValues] = useState(() => firstValues(operation, known));
  const [body, setBody] = useState(() => freshBody(operation, known, freshNow()));
  return {
    typed: { version, values, body },
    setVersion,
    setBody,
    setValue: (name: string, value: string) => setValues((before) => ({ ...before, [name]: value })),
    refresh: () => setBody(freshBody(operation, known, freshNow())),
  };
}

function ValueField({
  field,
  value,
  onChange,
}: {
  field: TriedField;
  value: string;
  onChange: (value: string) => void;
}) {
  return (
    <FieldFrame
      label={field.name}
      mark={field.required ? "required" : field.where}
      hint={field.about.replaceAll("`", "")}
    >
      {(ids) =>
        field.options ? (
          <Choice
            {...ids}
            value={value}
            options={field.options}
            empty={!field.required}
            onChange={onChange}
          />
        ) : (
          <input
            {...ids}
            value={value}
            autoComplete="off"
            spellCheck={false}
            className={`${inputLook} font-mono`}
            onChange={(event) => onChange(event.target.value)}
          />
        )
      }
    </FieldFrame>
  );
}

export function CallForm({ operation, demo }: CallFormProps) {
  const { sending, sent, send, known } = useSending();
  const { typed, setVersion, setValue, setBody, refresh } = useTyped(operation, known);
  const [key, setKey] = useState<Key>(() => demo ?? lastKey());
  const fields = operation.fields.filter(({ name }) => !name.startsWith("X-Client-"));
  const withKeyItself = operation.id === "authorize";

  function onSubmit(event: React.SubmitEvent): void {
    event.preventDefault();
    void send(writeCall(operation, typed), { key, withKeyItself });
  }

  return (
    <form aria-label="Call" onSubmit={onSubmit} className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <KeyFields demo={demo} value={key} onChange={setKey} />
      {operation.versions.length > 1 && (
        <FieldFrame label="Version">
          {(ids) => (
            <Choice
              {...ids}
              value={typed.version}
              options={operation.versions.map(({ version }) => version)}
              onChange={setVersion}
            />
          )}
        </FieldFrame>
      )}
      {fields.length > 0 && (
        <div className="grid gap-4 sm:grid-cols-2">
          {fields.map((field) => (
            <ValueField
              key={field.name}
              field={field}
              value={typed.values[field.name] ?? ""}
              onChange={(value) => setValue(field.name, value)}
            />
          ))}
        </div>
      )}
      {operation.body !== undefined && (
        <FieldFrame label="Body" mark={operation.contentType ?? "application/json"}>
          {(ids) => (
            <textarea
              {...ids}
              value={typed.body}
              rows={Math.min(18, typed.body.split("\n").length + 1)}
              wrap="off"
              spellCheck={false}
              autoComplete="off"
              className={`${inputLook} py-2 font-mono`}
              onChange={(event) => setBody(event.target.value)}
            />
          )}
        </FieldFrame>
      )}
      <div className="flex flex-wrap gap-3">
        <button
          type="submit"
          aria-disabled={sending}
          className="min-h-11 rounded-field bg-primary px-6 font-semibold text-on-primary hover:bg-primary-hover"
        >
          {sending ? "Sending…" : "Send"}
        </button>
        {operation.body !== undefined && (
          <button
            type="button"
            onClick={refresh}
            className="min-h-11 rounded-field border border-control px-4 hover:bg-sunken"
          >
            Example with new IDs
          </button>
        )}
      </div>
      <Outcome sent={sent} onFollow={(call) => void send(call, { key, withKeyItself: false })} />
    </form>
  );
}
