/**
 * Instructions of one connection that arrive at the same moment are sent in one request; each has its own outcome. A
 * lost request is not sent again, so nothing here ever rejects.
 */
import { gather, OverloadError } from "#lib/gather";
import type { BankAdapter, Connection, Instruction, MessageKeeper, Together } from "./adapter.ts";
import { exchange, type Exchange } from "./exchange.ts";
import { folderOf, leaveMessage } from "./folder.ts";
import type { Outcome } from "./outcome.ts";

interface Call {
  readonly connection: Connection;
  readonly instruction: Instruction;
  readonly keeper: MessageKeeper | undefined;
  /** The caller's deadline, on this process's monotonic clock. */
  readonly until: number;
}

type Pay = (call: Call) => Promise<Outcome>;

/** The most requests of one connection at a time; further instructions wait for the next request. */
const LANES = 8;
const REST_MS = 10;

/** Pays through `together`; each call takes at most `timeoutMs`. */
export function payTogether(
  together: Together,
  timeoutMs: (connection: Connection, instruction: Instruction) => number,
): BankAdapter["pay"] {
  const lines = new Map<string, Pay>();
  return async (connection, instruction, keeper) => {
    const { bankId, baseUrl, debitAccount, apiKey } = connection;
    const key = JSON.stringify([bankId, baseUrl, debitAccount, apiKey, keeper?.merchantId]);
    let pay = lines.get(key);
    if (pay === undefined) {
      const flush = (calls: Call[]): Promise<Outcome[]> => send(together, calls);
      pay = gather<Call, Outcome>({ limit: together.limit, lanes: LANES, restMs: REST_MS, flush });
      lines.set(key, pay);
    }
    const until = performance.now() + timeoutMs(connection, instruction);
    return pay({ connection, instruction, keeper, until }).catch((error: unknown) => {
      if (error instanceof OverloadError)
        return notSent(instruction, "too many instructions wait for this bank");
      throw error;
    });
  };
}

async function send(together: Together, calls: readonly Call[]): Promise<Outcome[]> {
  const now = performance.now();
  // The caller may have given up an instruction that waited too long for a place, so it must not be sent any more.
  const sent = calls.filter(({ until }) => until > now);
  const outcomes = new Map<Call, Outcome>();
  if (sent.length > 0) {
    const told = await sendAll(together, sent, Math.min(...sent.map(({ until }) => until)) - now);
    for (const [index, call] of sent.entries()) outcomes.set(call, told[index]!);
  }
  return calls.map(
    (call) => outcomes.get(call) ?? notSent(call.instruction, "no place in a message in time"),
  );
}

async function sendAll(
  { write, read, bytesMax }: Together,
  calls: readonly Call[],
  timeoutMs: number,
): Promise<Outcome[]> {
  const { connection, keeper } = calls[0]!;
  const instructions = calls.map(({ instruction }) => instruction);
  const { name, request, message } = write(connection, instructions);
  const folder = folderOf(connection);
  const keep = async (): Promise<string | null> =>
    (await keeper?.keep(message).catch((error: unknown) => String(error))) ?? null;
  const leave = async (path: string): ReturnType<typeof leaveMessage> => {
    // A bank that answers by file may answer for the whole message, so its contents must be stored before that is
    // possible.
    const fault = await keep();
    return fault === null
      ? leaveMessage(path, { name, text: request.body ?? "" })
      : { kind: "not_sent", detail: `the message could not be kept: ${fault}` };
  };
  const result: Exchange | { kind: "left" } =
    folder === null
      ? (await Promise.all([exchange(connection, request, { timeoutMs, bytesMax }), keep()]))[0]
      : await leave(folder);
  if (result.kind === "left") {
    return calls.map(() => ({ kind: "pending", code: "", text: "left in the bank's folder", deemed: false }));
  }
  if (result.kind !== "answered") {
    const { kind, detail } = result;
    return instructions.map((one) =>
      kind === "not_sent" ? notSent(one, detail) : { kind: "unknown", detail },
    );
  }
  try {
    return read(result.answer, instructions, connection);
  } catch (error) {
    // If this were thrown, the instructions would be sent again.
    return instructions.map(() => ({
      kind: "unknown",
      detail: `the answer could not be read: ${String(error)}`,
    }));
  }
}

/** Nothing was sent now, but that says nothing about an earlier attempt to send it. */
function notSent({ sentBefore = false }: Instruction, detail: string): Outcome {
  return sentBefore ? { kind: "unknown", detail } : { kind: "not_sent", detail };
}
