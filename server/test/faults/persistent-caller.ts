/** A merchant's program that orders, and asks again until it knows the outcome of each order for certain. */
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestMerchant } from "../world.ts";
import { ask, authorize } from "./api-client.ts";
import type { Part } from "./parts.ts";

interface CallerOptions {
  readonly merchant: TestMerchant;
  readonly apis: readonly Part[];
  readonly dice: () => number;
  /** Returns the body of one order. */
  readonly bodyOf: (transferId: string) => object;
  /** Called when an answer was lost on its way. */
  readonly onLost: () => void;
  /** True once the caller must stop. */
  readonly isOver: () => boolean;
}

/** The final answer that a caller received about an order. */
export interface ToldOrder {
  readonly transferId: string;
  readonly referenceId: string;
  /** True if the answer was that the money has gone. */
  readonly paid: boolean;
}

export interface Caller {
  /** Orders until the caller has a definite answer. */
  pay(transferId: string): Promise<ToldOrder>;
  /** Asks the API for a transfer until it answers. */
  read(transferId: string): Promise<Readonly<Record<string, unknown>>>;
  close(): void;
}

/** Makes a caller with its own connection and token. */
export async function makeCaller(options: CallerOptions): Promise<Caller> {
  const { merchant, apis, dice, bodyOf } = options;
  const untilAnswered = makePatience(options);
  const agent = new Agent({ keepAlive: true });
  let { authorization } = await untilAnswered((port) => authorize(port, merchant));
  const read: Caller["read"] = async (transferId) => {
    const path = `/v1/getTransferStatus?transferId=${transferId}`;
    const headers = { authorization };
    const { data } = await untilAnswered((port) => ask(port, { method: "GET", path, headers, agent }));
    return (data.transfer ?? {}) as Record<string, unknown>;
  };
  return {
    read,
    async pay(transferId) {
      const again: Record<string, string> = dice() < 0.5 ? { "idempotency-key": transferId } : {};
      for (;;) {
        const headers = { authorization, ...again };
        const order = { path: "/v1/directTransfer", headers, body: bodyOf(transferId), agent };
        const answer = await untilAnswered((port) => ask(port, order));
        const paid = answer.status === "SUCCESS";
        const { referenceId } = answer.data;
        if (typeof referenceId === "string") return { transferId, referenceId, paid };
        // The transfer was known already (the first answer was lost), it failed, or the server had an error: this call
        // shows which.
        const known = await read(transferId);
        if (typeof known.referenceId === "string")
          return { transferId, referenceId: known.referenceId, paid };
        ({ authorization } = await untilAnswered((port) => authorize(port, merchant)));
      }
    },
    close: () => agent.destroy(),
  };

  /** Calls one API or the other until a complete answer comes. */
  function makePatience({ onLost, isOver }: CallerOptions) {
    return async <T>(call: (port: number) => Promise<T>): Promise<T> => {
      while (!isOver()) {
        const { port } = apis[Math.floor(dice() * apis.length)]!;
        const answer = await call(port).catch((error: unknown) => {
          if ((error as NodeJS.ErrnoException).code !== "ECONNREFUSED") onLost();
          return null;
        });
        if (answer !== null) return answer;
        await sleep(20 + dice() * 80);
      }
      throw new Error("the test is over");
    };
  }
}
