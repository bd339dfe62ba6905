// Receives changes from the server as they happen, over one stream for the current merchant. Data on the page is
// fetched again when it changes (`news.ts`).
import { useQueryClient } from "@tanstack/react-query";
import type { QueryClient } from "@tanstack/react-query";
import { useEffect, useSyncExternalStore } from "react";
import type { OperationName } from "./call.ts";

type Connection = "none" | "open" | "lost" | "paused";

let connection: Connection = "none";
const connectionListeners = new Set<() => void>();

function setConnection(next: Connection): void {
  if (connection === next) return;
  connection = next;
  for (const listener of connectionListeners) listener();
}

function subscribe(listener: () => void): () => void {
  connectionListeners.add(listener);
  return () => connectionListeners.delete(listener);
}

export function useConnection(): Connection {
  return useSyncExternalStore(
    subscribe,
    () => connection,
    () => "none",
  );
}

/** The listeners of each topic. */
const hearers = new Map<string, Set<() => void>>();

function tell(topic: string): void {
  for (const hear of hearers.get(topic) ?? []) hear();
}

function hear(topic: string, listener: () => void): () => void {
  const listeners = hearers.get(topic) ?? new Set();
  hearers.set(topic, listeners);
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A stream that is silent for longer than this counts as broken. The server sends a heartbeat every 25 s. */
const silenceMs = 60_000;

/**
 * Keeps the stream of a merchant open while the page is visible. The shell calls this once. The browser reconnects by
 * itself and tells the server which event it received last.
 */
export function useStream(address: string | undefined): void {
  const client = useQueryClient();
  useEffect(() => {
    if (address === undefined) return;
    const stream = keepOpen(address, client);
    return () => stream.close();
  }, [address, client]);
}

/**
 * Fetches answers again. A request in progress may return data from before the change, so it is awaited and then
 * repeated. It is not cancelled, because frequent changes would then prevent a slow answer from ever arriving.
 */
export async function fetchAgain(client: QueryClient, filters: { queryKey?: string[] } = {}): Promise<void> {
  const underWay = new Set(client.getQueryCache().findAll({ ...filters, fetchStatus: "fetching" }));
  await client.invalidateQueries(filters, { cancelRefetch: false });
  if (underWay.size === 0) return;
  await client.invalidateQueries({ predicate: (query) => underWay.has(query) }, { cancelRefetch: false });
}

function keepOpen(address: string, client: QueryClient): { close: () => void } {
  let source: EventSource | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  // Data that was fetched before the stream opened may be older than changes that the stream does not repeat.
  let missedNews = true;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(open, silenceMs);
    setConnection("open");
    // The stream does not repeat changes that happened while it was silent.
    if (missedNews) void fetchAgain(client);
    missedNews = false;
  };
  function open(): void {
    close();
    source = new EventSource(address);
    source.addEventListener("open", heard);
    source.addEventListener("heartbeat", heard);
    source.addEventListener("message", (event) => {
      heard();
      const { topic } = JSON.parse(String(event.data)) as { topic: string };
      if (topic === "everything") void fetchAgain(client);
      else tell(topic);
    });
    source.addEventListener("error", () => {
      missedNews = true;
      setConnection("lost");
    });
  }
  function close(): void {
    clearTimeout(silence);
    source?.close();
  }
  // A page in the background needs no stream, and some browsers keep a dead one "open" there.
  function onVisibility(): void {
    if (document.visibilityState === "visible") {
      if (connection === "paused") open();
      return;
    }
    close();
    missedNews = true;
    setConnection("paused");
  }
  document.addEventListener("visibilitychange", onVisibility);
  open();
  return {
    close() {
      document.removeEventListener("visibilitychange", onVisibility);
      close();
      setConnection("none");
    },
  };
}

/** Fetches an operation's answers again when one of the topics changes, at most once in half a second. */
export function useLive(name: OperationName, topics: readonly string[]): void {
  const client = useQueryClient();
  const wanted = topics.join(" ");
  useEffect(() => {
    if (wanted === "") return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const later = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        void fetchAgain(client, { queryKey: [name] });
      }, 500);
    };
    const stops = wanted.split(" ").map((topic) => hear(topic, later));
    return () => {
      clearTimeout(timer);
      for (const stop of stops) stop();
    };
  }, [client, name, wanted]);
}
