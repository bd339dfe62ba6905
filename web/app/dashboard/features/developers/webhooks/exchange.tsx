// Shows a request or a response exactly as it was sent.
import type { ReactNode } from "react";
import { CopyButton } from "#dashboard/ui/copy-button.tsx";
import { useTexts } from "./texts.ts";

export function Code({ label, text, tools }: { label: string; text: string; tools?: ReactNode }) {
  return (
    <div className="min-w-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-13 text-ink-2">{label}</p>
        <div className="flex flex-wrap gap-1">{tools}</div>
      </div>
      <pre
        tabIndex={0}
        aria-label={label}
        className="mt-1 max-h-80 overflow-auto rounded-control border border-line bg-sunken p-3 font-mono text-13 whitespace-pre-wrap break-all"
      >
        {text}
      </pre>
    </div>
  );
}

interface SentRequest {
  readonly url: string;
  readonly body: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

const quote = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Returns the request as a command for a terminal. */
function curlOf({ url, headers, body }: SentRequest): string {
  const lines = headers.map(({ name, value }) => `  -H ${quote(`${name}: ${value}`)}`);
  return [`curl -X POST ${quote(url)}`, ...lines, `  --data-raw ${quote(body)}`].join(" \\\n");
}

export function RequestView({ request }: { request: SentRequest }) {
  const t = useTexts();
  const headers = request.headers.map(({ name, value }) => `${name}: ${value}`).join("\n");
  return (
    <div className="grid gap-3">
      <Code
        label={t("headers")}
        text={`POST ${request.url}\n${headers}`}
        tools={<CopyButton text={() => curlOf(request)} label={t("copyCurl")} />}
      />
      <Code label={t("body")} text={request.body} />
    </div>
  );
}
