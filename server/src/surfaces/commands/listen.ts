/** `vitaran listen`: forwards a merchant's webhooks to this computer, though the server cannot reach it. */
import { request } from "undici";
import { type Format, isSuccess } from "#webhooks";
import { CommandError, EXIT } from "./command-error.ts";
import {
  type JsonBody,
  type MerchantSession,
  openMerchantSession,
  type SessionOptions,
  mustDo,
  readAnswer,
} from "./merchant-session.ts";
import { clockTime, type FactPrinter, makeFactPrinter } from "./print-result.ts";

export interface ListenOptions extends SessionOptions {
  readonly forward?: string;
  readonly format?: string;
  readonly events?: string;
  readonly show?: boolean;
  readonly json?: boolean;
  /** Ends after this many webhooks. */
  readonly count?: number;
}

const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const ASK_EVERY_MS = 500;
const ASK_AGAIN_MS = 2_000;

/**
 * Takes webhooks and forwards them until a signal, or until `count` of them were taken. The server retries
 * those that the receiver does not accept, as for every endpoint.
 */
export async function listen(options: ListenOptions): Promise<void> {
  const printer = makeFactPrinter(options);
  const session = await openMerchantSession(options);
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of SIGNALS) process.once(signal, stop);
  const listener = makeListener(session, options, printer);
  await listener.open();
  try {
    let left = options.count ?? Number.POSITIVE_INFINITY;
    while (left > 0 && !stopping.signal.aborted) {
      const taken = await listener.take();
      left -= taken ?? 0;
      if (!taken) await pause(taken === null ? ASK_AGAIN_MS : ASK_EVERY_MS, stopping.signal);
    }
  } finally {
    await listener.close().finally(() => {
      for (const signal of SIGNALS) process.off(signal, stop);
    });
  }
}

interface Listener {
  open(): Promise<void>;
  /** Returns the number of webhooks that came. Null means that the server did not respond. */
  take(): Promise<number | null>;
  close(): Promise<void>;
}

function makeListener(session: MerchantSession, options: ListenOptions, printer: FactPrinter): Listener {
  const { forward, format = "classic_form", events } = options;
  let listenerId = "";
  let isAway = false;
  const open = async (): Promise<void> => {
    const answer = await mustDo(session, "POST", "/developer/listeners", {
      format,
      ...(events === undefined ? {} : { eventTypes: events.split(",").map((type) => type.trim()) }),
    });
    listenerId = String(answer.listenerId);
    const to = forward === undefined ? "shown here" : `forwarded to ${forward}`;
    printer.note(
      `Listening as ${session.clientId} at ${session.baseUrl}. Webhooks are ${to}. Press Ctrl-C to stop.`,
    );
    printer.note(
      `The Standard Webhooks secret is ${String(answer.secret)}. The other signatures use the client secret.`,
    );
  };
  const takeSet = async (): Promise<number> => {
    const path = `/developer/listeners/${listenerId}`;
    const taken = await session.call("POST", `${path}/take`);
    if (isCode(taken, "webhooks.listener_not_found")) {
      printer.note(
        "The server closed this listener, as it does after two minutes without a request. Opening a new one.",
      );
      await open();
      return 0;
    }
    const { leaseUntil, deliveries } = readAnswer(taken) as unknown as {
      leaseUntil: string;
      deliveries: Taken[];
    };
    for (const delivery of deliveries) {
      const answer = await forwardWebhook(forward, delivery);
      await session.call("POST", `${path}/answers`, { leaseUntil, answers: [answer] });
      const show = options.show === true || forward === undefined;
      tell(printer, { delivery, answer, show, format: format as Format });
    }
    return deliveries.length;
  };
  return {
    open,
    async take() {
      try {
        const count = await takeSet();
        isAway = false;
        return count;
      } catch (error) {
        if (!(error instanceof CommandError) || error.exitCode !== EXIT.away) throw error;
        if (!isAway) printer.note(`${error.message} Retrying every ${ASK_AGAIN_MS / 1_000} seconds.`);
        isAway = true;
        return null;
      }
    },
    async close() {
      // If the server is away, it forgets the listener by itself.
      if (!isAway) await session.call("DELETE", `/developer/listeners/${listenerId}`);
    },
  };
}

interface Told {
  readonly delivery: Taken;
  readonly answer: Forwarded;
  readonly show: boolean;
  readonly format: Format;
}

function tell(printer: FactPrinter, { delivery, answer, show, format }: Told): void {
  const { eventId, type, tries, body, headers } = delivery;
  const at = new Date();
  const said = answer.status === undefined ? answer.excerpt : String(answer.status);
  const isTaken = isSuccess(format, answer.status ?? null);
  const next = isTaken ? "" : "  the server will retry";
  const line = `${clockTime(at)}  ${type.padEnd(28)} ${said.padEnd(5)} ${answer.durationMs} ms  ${eventId}${next}`;
  printer.fact(
    { at, type, eventId, try: tries + 1, ...answer, headers, body },
    show ? `${line}\n  ${body}` : line,
  );
}

const isCode = (answer: object, code: string): boolean =>
  (answer as { error?: { code?: string } }).error?.code === code;

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener("abort", () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/** A webhook as the server gives it to a listener. */
interface Taken {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: string;
  readonly subjectId: string;
  readonly tries: number;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The receiver's response, in the form that the server expects. */
interface Forwarded extends JsonBody {
  readonly deliveryId: string;
  /** Absent means that there was no response. */
  readonly status?: number;
  readonly excerpt: string;
  readonly durationMs: number;
}

/** The same time that the server itself gives a receiver. */
const ANSWER_WITHIN_MS = 15_000;
const EXCERPT_MAX = 1_000;

/**
 * Posts a webhook to a URL, with body and headers byte for byte as the server signed them. Without a URL it
 * counts as accepted. Never throws because of the receiver.
 */
async function forwardWebhook(url: string | undefined, taken: Taken): Promise<Forwarded> {
  const { deliveryId } = taken;
  if (url === undefined) return { deliveryId, status: 200, excerpt: "", durationMs: 0 };
  const startedAt = performance.now();
  const took = (): number => Math.round(performance.now() - startedAt);
  try {
    const { statusCode: status, body } = await request(url, {
      method: "POST",
      headers: { "user-agent": "Vitaran-Webhooks/1", "accept-encoding": "identity", ...taken.headers },
      body: taken.body,
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    return { deliveryId, status, excerpt: cut(await body.text()), durationMs: took() };
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return { deliveryId, excerpt: cut(code ?? message), durationMs: took() };
  }
}

/** Shortens a text and puts it on one line, so that people can read it. */
const cut = (text: string): string =>
  text
    .slice(0, EXCERPT_MAX)
    .replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]+/gu, " ")
    .trim();
