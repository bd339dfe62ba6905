// The dialog: the form of a call, or the reason why calls cannot be tried here.
import { useEffect, useRef, useState } from "react";
import { Icon } from "#ui/icon.tsx";
import { CallForm } from "./call-form.tsx";
import { OPERATIONS_FILE } from "./operation.ts";
import type { TriedOperation } from "./operation.ts";
import { findSandbox } from "./sandbox-key.ts";
import type { Sandbox } from "./sandbox-key.ts";

type Found =
  | { kind: "looking" }
  | { kind: "broken" }
  | { kind: "ready"; operation: TriedOperation; sandbox: Sandbox };

let operations: Promise<TriedOperation[]> | undefined;

function loadOperations(): Promise<TriedOperation[]> {
  operations ??= fetch(OPERATIONS_FILE).then((answer) => answer.json() as Promise<TriedOperation[]>);
  operations.catch(() => (operations = undefined));
  return operations;
}

function useFound(id: string): Found {
  const [found, setFound] = useState<Found>({ kind: "looking" });
  useEffect(() => {
    let current = true;
    Promise.all([loadOperations(), findSandbox()]).then(
      ([all, sandbox]) => {
        const operation = all.find((one) => one.id === id);
        if (current) setFound(operation ? { kind: "ready", operation, sandbox } : { kind: "broken" });
      },
      () => current && setFound({ kind: "broken" }),
    );
    return () => {
      current = false;
    };
  }, [id]);
  return found;
}

const command = "rounded-field bg-sunken px-1 font-mono text-13";

function NoSandbox() {
  return (
    <p role="status" className="max-w-prose">
      There is no sandbox behind these pages, so nothing can be sent from here. Start Vitaran on your own
      computer with <code className={command}>npm start</code> and open this page there: then calls go to your
      own sandbox, with the demo merchant's key. The samples on this page can be run anywhere.
    </p>
  );
}

export function TryItDialog({ id }: { id: string }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const found = useFound(id);
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  const title = found.kind === "ready" ? found.operation.title : "one moment";
  return (
    <dialog
      ref={dialog}
      aria-labelledby="try-it-title"
      className="m-auto max-h-[calc(100dvh-2rem)] w-[min(56rem,calc(100vw-1rem))] overflow-y-auto rounded-card border border-line bg-surface text-ink shadow-overlay backdrop:bg-[rgb(11_15_20/0.55)]"
    >
      <div className="sticky top-0 z-10 flex items-center justify-between gap-4 border-b border-line bg-surface px-4 py-2 sm:px-6">
        <h2 id="try-it-title" className="text-18">
          Try it: {title}
        </h2>
        <button
          type="button"
          aria-label="Close"
          onClick={() => dialog.current?.close()}
          className="grid size-11 shrink-0 place-items-center rounded-field hover:bg-sunken"
        >
          <Icon name="close" />
        </button>
      </div>
      <div className="px-4 py-5 sm:px-6">
        {found.kind === "looking" && <p role="status">Looking for a sandbox…</p>}
        {found.kind === "broken" && (
          <p role="alert" className="text-bad">
            The console could not be loaded. Check your connection and open it again.
          </p>
        )}
        {found.kind === "ready" && found.sandbox.kind === "none" && <NoSandbox />}
        {found.kind === "ready" && found.sandbox.kind === "there" && (
          <CallForm operation={found.operation} demo={found.sandbox.demo} />
        )}
      </div>
    </dialog>
  );
}
