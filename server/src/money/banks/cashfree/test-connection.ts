/**
 * Asks for a transfer that does not exist (docs, Get Transfer Status V2): 404 proves the key and the caller's address.
 * Version 2 of the API has no call that tells accounts or balances.
 */
import { randomUUID } from "node:crypto";
import type { Connection, ConnectionTest, WireAnswer, WireRequest } from "#banks";
import { failing, failureOfStatus, misunderstood } from "#banks/connection-test";
import { readObject } from "#banks/json";
import { writeEnquiry } from "./write-requests.ts";

export function writeTest(connection: Connection): WireRequest {
  return writeEnquiry(connection, `TEST${randomUUID().replaceAll("-", "")}`.toUpperCase());
}

export function readTest(answer: WireAnswer): ConnectionTest {
  const object = readObject(answer);
  const code = typeof object === "string" ? "" : String(object["code"]);
  if (answer.httpStatus === 404 && code === "transfer_id_not_found")
    return { kind: "works", accountKnown: false, balancePaise: null };
  if (answer.httpStatus === 403 && code === "apis_not_enabled") return failing("not_enabled", code);
  return failureOfStatus(answer) ?? misunderstood(answer);
}
