/**
 * The steady load: merchants' programs that order over HTTP, and ask again until they know that the order was accepted.
 * At the end, the test compares their answers with the banks' books.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { ask, authorize, type Answer, type Question } from "../faults/api-client.ts";
import type { ToldStatus } from "../faults/compare-with-journal.ts";
import type { Payer } from "../faults/fault-world.ts";
import type { Part } from "../faults/parts.ts";

/** An order that was answered. */
export interface Order {
  readonly merchant: Payer;
  readonly transferId: string;
  /** Our number for it, from the answer. */
  readonly referenceId: string;
  /** True if the answer was that the money has gone. */
  readonly paid: boolean;
  /** When the call began that was answered, by `performance.now()`. */
  readonly askedAt: number;
}

export interface Orders {
  readonly answered: readonly Order[];
  /** The number of calls without an answer in time. */
  readonly lost: number;
  /** The number of calls that were answered with something else, such as that the database is away. */
  readonly refused: number;
  /** Starts to order, at most about 60 times a second. */
  start(): void;
  /** Resolves when every order that was begun is answered. */
  stop(): Promise<void>;
  /** Resolves with the first order that was asked for after now and answered; rejects if that takes too long. */
  next(): Promise<Order>;
  /** Orders under a given ID until it is accepted. */
  order(merchant: Payer, transferId: string): Promise<Order>;
  /** Returns what the API says about an order; empty if it knows none. */
  read(merchant: Payer, transferId: string): Promise<Readonly<Record<string, unknown>>>;
  /** Reads what callers are told about all these orders. */
  readTold(orders: readonly Pick<Order, "merchant" | "transferId">[]): Promise<ToldStatus[]>;
}

interface OrdersOptions {
  readonly api: Part;
  readonly merchants: readonly Payer[];
  readonly dice: () => number;
  /** The numbers of accounts to pay. */
  readonly accounts: readonly string[];
  readonly isOver: () => boolean;
}

const LANES = 12;
const PAUSE_MS = 200;
/** A caller gives up on an answer sooner than the server does, and asks again. */
const CALL_MS = 5_000;
const AGAIN_MS = 100;
/** Four times what the documents promise, because the computer may be busy with other tests. */
const NEXT_MS = 120_000;

export function makeOrders(options: OrdersOptions): Orders {
  const { merchants, dice } = options;
  const call = makeCall(options);
  const answered: Order[] = [];
  const waiting = new Set<{ since: number; resolve: (order: Order) => void }>();
  let lanes: Promise<void>[] = [];
  let going = false;
  let count = 0;

  const note = (order: Order): Order => {
    answered.push(order);
    for (const one of waiting) {
      if (order.askedAt < one.since) continue;
      waiting.delete(one);
      one.resolve(order);
    }
    return order;
  };
  const read: Orders["read"] = async (merchant, transferId) => {
    const path = `/v1/getTransferStatus?transferId=${transferId}`;
    const { answer } = await call(merchant, { method: "GET", path }, isKnowing);
    return (answer.data.transfer ?? {}) as Record<string, unknown>;
  };
  const order: Orders["order"] = async (merchant, transferId) => {
    const body = bodyOf(options, transferId);
    for (;;) {
      const { answer, askedAt } = await call(merchant, { path: "/v1/directTransfer", body }, isDefinite);
      // If the ID is known already, the first answer was lost.
      const { referenceId } = isAccepted(answer) ? answer.data : await read(merchant, transferId);
      const paid = answer.status === "SUCCESS";
      if (typeof referenceId === "string" && referenceId !== "")
        return note({ merchant, transferId, referenceId, paid, askedAt });
    }
  };
  const runLane = async (lane: number): Promise<void> => {
    while (going) {
      count += 1;
      await order(merchants[lane % merchants.length]!, `failover_${count}`);
      await sleep(PAUSE_MS * (0.5 + dice()));
    }
  };
  return {
    answered,
    get lost() {
      return call.counts.lost;
    },
    get refused() {
      return call.counts.refused;
    },
    start() {
      going = true;
      lanes = Array.from({ length: LANES }, (_, lane) => runLane(lane));
      // `stop` and `next` report their failures.
      for (const lane of lanes) lane.catch(() => undefined);
    },
    async stop() {
      going = false;
      await Promise.all(lanes);
    },
    next: () =>
      Promise.race([
        new Promise<Order>((resolve) => waiting.add({ since: performance.now(), resolve })),
        Promise.all(lanes).then(() => Promise.reject(new Error("no one orders any more"))),
        sleep(NEXT_MS, null, { ref: false }).then(() => Promise.reject(new Error("no order is accepted"))),
      ]),
    order,
    read,
    async readTold(orders) {
      const told: ToldStatus[] = [];
      for (const { merchant, transferId } of orders) {
        const { status, reason, utr } = await read(merchant, transferId);
        const { merchantId } = merchant;
        told.push({
          ...{ merchantId, transferId, status: String(status), reason: String(reason ?? "") },
          utr: String(utr ?? ""),
        });
      }
      return told;
    },
  };
}

/** Returns the body of an order, which is the same whenever the order is repeated. */
function bodyOf({ accounts }: OrdersOptions, transferId: string): object {
  const payee = { name: "Asha Rao", phone: "9876543210", email: "asha@example.com", address1: "1 Main Road" };
  const bankAccount = accounts[Number(transferId.replaceAll(/\D/g, "")) % accounts.length]!;
  const beneDetails = { ...payee, bankAccount, ifsc: "YESB0000262" };
  return { transferId, amount: "100.00", transferMode: "imps", beneDetails };
}

const isAccepted = ({ data }: Answer): boolean =>
  typeof data.referenceId === "string" && data.referenceId !== "";

const isDefinite = (answer: Answer): boolean =>
  isAccepted(answer) || answer.message === "Transfer Id already exists.";

/** An answer about a transfer that does not exist is one too. */
const isKnowing = ({ data, httpStatus }: Answer): boolean =>
  data.transfer !== undefined || httpStatus === 404;

type Ask = Omit<Question, "headers">;

/** Returns a function that calls the API until it gets the answer that it wants. */
function makeCall({ api, isOver }: OrdersOptions) {
  const tokens = new Map<string, { authorization: string }>();
  const counts = { lost: 0, refused: 0 };
  const ours = async (merchant: Payer, question: Ask): Promise<Answer | null> => {
    const headers = tokens.get(merchant.clientId) ?? (await authorize(api.port, merchant));
    tokens.set(merchant.clientId, headers);
    const answer = await ask(api.port, { ...question, headers });
    if (answer.httpStatus === 401 || answer.httpStatus === 403) tokens.delete(merchant.clientId);
    return answer;
  };
  const call = async (
    merchant: Payer,
    question: Ask,
    isWanted: (answer: Answer) => boolean,
  ): Promise<{ answer: Answer; askedAt: number }> => {
    while (!isOver()) {
      const askedAt = performance.now();
      const late = sleep(CALL_MS, null, { ref: false });
      const answer = await Promise.race([ours(merchant, question).catch(() => null), late]);
      if (answer !== null && isWanted(answer)) return { answer, askedAt };
      counts[answer === null ? "lost" : "refused"] += 1;
      await sleep(AGAIN_MS);
    }
    throw new Error("the test is over");
  };
  return Object.assign(call, { counts });
}
