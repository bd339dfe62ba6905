// Shows the request and the response unchanged.
import { useEffect, useRef } from "react";
import type { Sent } from "./use-sending.ts";
import type { Call } from "./write-call.ts";

function Block({ label, children }: { label: string; children: string }) {
  return (
    <div className="code mt-3">
      <header>
        <span className="py-2">{label}</span>
      </header>
      <pre tabIndex={0} role="group" aria-label={label} className="max-h-96 overflow-y-auto">
        <code>{children}</code>
      </pre>
    </div>
  );
}

function requestText({ method, path, headers, body }: Call): string {
  const lines = [`${method} ${path}`, ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`)];
  return body === undefined ? lines.join("\n") : `${lines.join("\n")}\n\n${body}`;
}

const said = (sent: Sent | undefined): string => {
  if (sent === undefined) return "";
  if ("failure" in sent) return sent.failure;
  const { status, statusText, tookMs } = sent.answer;
  return `${status} ${statusText} in ${Math.round(tookMs)} ms`;
};

/** Returns the call that reads the story of the transfer that was created, if there is one. */
function storyOf(sent: Sent): Call | undefined {
  if (!("answer" in sent) || sent.answer.status > 201) return undefined;
  if (
    !/(request|requestAsync|direct)Transfer$|cardpay$|getTransferStatus/.test(
      sent.call.path.split("?")[0] ?? "",
    )
  )
    return undefined;
  const id = /"transferId": ?"([^"]+)"/.exec(sent.call.body ?? sent.answer.body)?.[1];
  if (id === undefined) return undefined;
  return { method: "GET", path: `/sandbox/transfers/${encodeURIComponent(id)}`, headers: {} };
}

export function Outcome({ sent, onFollow }: { sent: Sent | undefined; onFollow: (call: Call) => void }) {
  const bad = sent !== undefined && ("failure" in sent || sent.answer.status >= 400);
  const story = sent && storyOf(sent);
  const section = useRef<HTMLElement>(null);
  // The response appears below the form, so the page scrolls to it for the reader.
  useEffect(() => {
    if (sent) section.current?.scrollIntoView({ block: "start" });
  }, [sent]);
  return (
    <section
      ref={section}
      aria-label="Response"
      className={sent ? "scroll-mt-20 border-t border-line pt-4" : ""}
    >
      <p role="status" className={`font-semibold ${bad ? "text-bad" : ""}`}>
        {said(sent)}
      </p>
      {sent && <Block label="Request, without the token">{requestText(sent.call)}</Block>}
      {sent && "answer" in sent && (
        <>
          <Block label="Response">
            {[...sent.answer.headers.map(([name, value]) => `${name}: ${value}`), "", sent.answer.body].join(
              "\n",
            )}
          </Block>
          {sent.answer.file && (
            <a
              href={sent.answer.file.address}
              download={sent.answer.file.name}
              className="mt-3 inline-flex min-h-11 items-center text-link underline underline-offset-4"
            >
              Save {sent.answer.file.name}
            </a>
          )}
          {story && (
            <button
              type="button"
              onClick={() => onFollow(story)}
              className="mt-3 min-h-11 rounded-field border border-control px-4 hover:bg-sunken"
            >
              Show the full history of this transfer
            </button>
          )}
        </>
      )}
    </section>
  );
}
