/**
 * Lists the balances of the key's accounts, which moves nothing (razorpay.com/docs, api/x/account-validation/
 * balance-fetch.md): it answers for the key, the caller's address and the account at once.
 */
import type { Connection, ConnectionTest, WireAnswer, WireRequest } from "#banks";
import { failing, failureOfStatus, findAccount, misunderstood } from "#banks/connection-test";
import { isObject, isPlain, readObject, shortened } from "#banks/json";
import { loginOf } from "./write-requests.ts";

export function writeTest(connection: Connection): WireRequest {
  const headers = { accept: "application/json", ...loginOf(connection) };
  return { method: "GET", path: "/banking_balances", headers };
}

/** The words of errors/x.md, which come with 400 or 401. */
const KEY_REFUSED = /^Authentication failed|^The api key provided is invalid/i;
const CALLER_REFUSED = /\bIP\b.*not (?:allowed|whitelisted)/i;

export function readTest(answer: WireAnswer, connection: Connection): ConnectionTest {
  const object = readObject(answer);
  const error = typeof object === "string" ? undefined : object["error"];
  const said = isObject(error) ? String(error["description"]) : "";
  if (CALLER_REFUSED.test(said)) return failing("caller_refused", shortened(said));
  if (KEY_REFUSED.test(said)) return failing("key_refused", shortened(said));
  const refusal = failureOfStatus(answer);
  if (refusal !== null) return refusal;
  if (typeof object === "string" || answer.httpStatus !== 200) return misunderstood(answer);
  const { entity, items } = object;
  if (entity !== "collection" || !Array.isArray(items)) return misunderstood(answer);
  return findAccount(connection, items.flatMap(readBalance));
}

function readBalance(value: unknown): { account: string; balancePaise: bigint | null }[] {
  if (!isObject(value) || !isPlain(value["account_number"], 40)) return [];
  const { account_number: account, amount, available_amount: paise = amount } = value;
  const isWhole = typeof paise === "number" && Number.isSafeInteger(paise);
  return [{ account, balancePaise: isWhole ? BigInt(paise) : null }];
}
