/** One request of a customer to a bank: its authentication, and its entry in the request log. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Bank } from "./banks.ts";
import type { Account } from "./payment.ts";
import type { Reply } from "./reply.ts";
import type { Operation } from "./scripts.ts";
import type { World } from "./world.ts";

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The path after the bank's ID, e.g. "/payments", "/payments/{reference}/void", "/verifications". */
  readonly path: string;
  readonly body: string;
}

/** A debit account without a registered key accepts any key; an unknown reference belongs to no account. */
export function hasKey(account: Account | undefined, key: string | string[] | undefined): boolean {
  return account?.apiKey === undefined || account.apiKey === key;
}

/** Judges a key when no account is named. A bank at which no account has a key accepts any. */
export function isLogin(world: World, bank: Bank, key: string | undefined): boolean {
  const keys = world.books.accountsOf(bank.id).flatMap(({ apiKey }) => apiKey ?? []);
  return keys.length === 0 || (key !== undefined && keys.includes(key));
}

/** Adds the request to the request log. */
export function note(
  world: World,
  bank: Bank,
  line: {
    operation: Operation;
    reference: string;
    debitAccount: string | undefined;
    reply: Reply;
  },
): void {
  const { operation, reference, debitAccount, reply } = line;
  const at = debitAccount === undefined ? Date.now() : world.clocks.of(debitAccount).now();
  const answer = reply.wire.kind === "answer" ? reply.said : `${reply.wire.kind} (${reply.said})`;
  world.log.add({ at, operation, bankId: bank.id, debitAccount, reference, answer });
}
