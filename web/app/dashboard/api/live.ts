// News from the server as it happens: one stream for the merchant shown. What a page shows is fetched again when there is
// news of it (`news.ts`).
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

/** Topic -> who wants to hear of it. */
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

/** How long a stream may be silent before it counts as broken; the server sends a heartbeat every 25 s. */
const silenceMs = 60_000;

/**
 * Holds the stream of a merchant open while the page is seen; the shell calls it once. The browser connects again by
 * itself and says which event it heard last.
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
 * Fetches answers again. An answer that is under way may be older than the news, so it is awaited and then fetched once
 * more; it is not given up, because frequent news would then keep a slow answer from ever arriving.
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
  // What was fetched before the stream opened may be older than news that it does not tell.
  let missedNews = true;
  const heard = () => {
    clearTimeout(silence);
    silence = setTimeout(open, silenceMs);
    setConnection("open");
    // What happened while nothing was heard is not told again.
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
  // A page in the background needs no stream; some browsers keep a dead one "open" there.
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

/** Fetches an operation's answers again when there is news of one of the topics, at most once in half a second. */
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
