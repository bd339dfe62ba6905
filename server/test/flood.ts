/**
 * A program that floods a server: it keeps a number of calls in progress until it is told to stop. It receives its
 * orders as lines of JSON (`FloodOrder`), and prints `{ begun: true }` and at the end `{ answers }`.
 */
import { Agent, request } from "node:http";
import { createInterface } from "node:readline";

/** One kind of call. `{n}` in its body and headers is replaced by a number that no other call has. */
export interface FloodCall {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Replaces `{filler}` in the body. */
  readonly filler?: { readonly text: string; readonly times: number };
}

interface FloodOrder {
  readonly address: string;
  readonly concurrent: number;
  readonly calls: readonly FloodCall[];
}

/** The number of answers by HTTP status; `broken` is a connection without an answer. */
export type FloodAnswers = Readonly<Record<string, number>>;

if (import.meta.main) {
  let stop: () => Promise<FloodAnswers> = async () => ({});
  createInterface({ input: process.stdin }).on("line", (line) => {
    const order = JSON.parse(line) as FloodOrder | { stop: true };
    if ("stop" in order) void stop().then((answers) => say({ answers }));
    else stop = flood(order);
  });
}

function say(line: object): void {
  console.log(JSON.stringify(line));
}

/** Floods until the returned function is called, which closes the connections and resolves with the answers so far. */
function flood({ address, concurrent, calls }: FloodOrder): () => Promise<FloodAnswers> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrent });
  const answers: Record<string, number> = {};
  const fillers = calls.map(({ filler }) => filler?.text.repeat(filler.times) ?? "");
  let sent = 0;
  let answered = 0;
  let isOver = false;
  const callOnAndOn = async (): Promise<void> => {
    while (!isOver) {
      const at = sent % calls.length;
      sent += 1;
      const status = await send({ address, agent, call: calls[at]!, filler: fillers[at]!, no: sent });
      answers[status] = (answers[status] ?? 0) + 1;
      answered += 1;
      if (answered === Math.min(concurrent, 50)) say({ begun: true });
    }
  };
  const all = Array.from({ length: concurrent }, callOnAndOn);
  return async () => {
    isOver = true;
    // Waiting calls, and files that are being read, may take long.
    agent.destroy();
    await Promise.all(all);
    return answers;
  };
}

interface Sending {
  readonly address: string;
  readonly agent: Agent;
  readonly call: FloodCall;
  readonly filler: string;
  readonly no: number;
}

function send({ address, agent, call, filler, no }: Sending): Promise<string> {
  const body = call.body?.replace("{filler}", filler).replaceAll("{n}", String(no)) ?? "";
  const headers: Record<string, string> = { "content-length": String(Buffer.byteLength(body)) };
  for (const [name, value] of Object.entries(call.headers)) headers[name] = value.replace("{n}", String(no));
  return new Promise((resolve) => {
    const sending = request(`${address}${call.path}`, { method: call.method, agent, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => resolve(String(answer.statusCode)));
      answer.once("error", () => resolve("broken"));
    });
    // A server that closes the connection of an excess call has refused it.
    sending.once("error", () => resolve("broken"));
    sending.end(body);
  });
}
