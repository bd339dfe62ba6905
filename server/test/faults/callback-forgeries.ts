/** Callbacks of a bank, and callbacks of someone who is not a bank. */
import { signatureOf, type WireCall } from "./bank-caller.ts";
import type { Payer } from "./fault-world.ts";

const MINUTE_MS = 60_000;
export const BANK = "meghdoot";
export const OTHER_BANK = "himshikhar";
/** This bank sends no callbacks. */
export const SILENT_BANK = "purvasagar";

/** A merchant whose bank has not answered for a payment. */
export interface Target {
  readonly merchant: Payer;
  /** The secret with which its bank signs. */
  readonly secret: string;
  /** The reference of the payment. */
  readonly reference: string;
}

/** The merchant whose callbacks are forged, and another merchant with the same banks. */
export interface Scene {
  readonly target: Target;
  readonly stranger: Target;
  /** The secret with which another bank of the target's merchant signs. */
  readonly otherSecret: string;
}

let events = 0;

/** Returns a bank's words about a payment: that it was made, unless the changes say otherwise. */
export function payment(reference: string, changes: Record<string, unknown> = {}): Record<string, unknown> {
  const said = { status: "SUCCESS", code: "00", message: "Transaction successful", utr: "632512999999" };
  return { reference, ...said, amount: "100.00", rail: "UPI", credited: true, ...changes };
}

/** Returns the body of a callback about the open payment, with changes. */
export function bodyOf({ merchant, reference }: Target, changes: Record<string, unknown> = {}): string {
  events += 1;
  const event = { eventId: `event-${events}`, type: "payment.updated", bankId: BANK };
  const { debitAccount } = merchant;
  return JSON.stringify({
    ...event,
    debitAccount,
    at: new Date().toISOString(),
    payment: payment(reference),
    ...changes,
  });
}

/** Returns a callback as the merchant's bank would send it, with changes. */
export function genuine(target: Target, body = bodyOf(target), changes: Partial<WireCall> = {}): WireCall {
  const { merchant, secret } = target;
  const headers = { "x-bank-signature": signatureOf(body, { secret, at: new Date() }) };
  return { merchantId: merchant.merchantId, bankId: BANK, headers, body, ...changes };
}

/** Returns the same callback, signed with another secret. */
export function withSecret(target: Target, secret: string, body = bodyOf(target)): WireCall {
  const headers = { "x-bank-signature": signatureOf(body, { secret, at: new Date() }) };
  return genuine(target, body, { headers });
}

/** Returns the body of a callback about money that arrived, with changes. */
export function creditOf(target: Target, changes: Record<string, unknown>): string {
  const { debitAccount } = target.merchant;
  const from = { name: "Somebody", accountNumber: "50100000000002", ifsc: "HDFC0000001" };
  const credit = { utr: "FORGED0001", amount: "5000.00", account: debitAccount, from, ...changes };
  return bodyOf(target, { type: "account.credited", payment: undefined, credit });
}

type Forgery = readonly [status: number, make: (scene: Scene) => WireCall];

function signedAgo({ target }: Scene, ms: number): WireCall {
  return withSignature(target, bodyOf(target), new Date(Date.now() - ms));
}

function withSignature(target: Target, body: string, at: Date): WireCall {
  const headers = { "x-bank-signature": signatureOf(body, { secret: target.secret, at }) };
  return genuine(target, body, { headers });
}

/** Returns a genuine callback with a changed signature header. */
function garbled({ target }: Scene, change: (header: string) => string): WireCall {
  const call = genuine(target);
  return { ...call, headers: { "x-bank-signature": change(call.headers["x-bank-signature"]!) } };
}

/** Each forgery with the only HTTP status that may answer it. Nothing at all may change. */
export const FORGERIES: Readonly<Record<string, Forgery>> = {
  "no signature": [401, (scene) => genuine(scene.target, undefined, { headers: {} })],
  "an empty signature": [401, (scene) => garbled(scene, () => "")],
  "a signature that is none": [401, (scene) => garbled(scene, () => "trust me")],
  "a signature without its time": [401, (scene) => garbled(scene, (header) => header.replace(/^t=\d+,/, ""))],
  "a signature without its digest": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/,v1=.*/, "")),
  ],
  "an empty digest": [401, (scene) => garbled(scene, (header) => header.replace(/v1=.*/, "v1="))],
  "half a digest": [401, (scene) => garbled(scene, (header) => header.slice(0, -32))],
  "a digest of noughts": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/v1=.*/, `v1=${"0".repeat(64)}`)),
  ],
  "a digest in capitals": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/v1=.*/, (v1) => v1.toUpperCase())),
  ],
  "one bit of the digest": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/.$/, (last) => (last === "0" ? "1" : "0"))),
  ],
  "more after the digest": [401, (scene) => garbled(scene, (header) => `${header},v1=${"0".repeat(64)}`)],
  "two signatures": [401, (scene) => garbled(scene, (header) => `${header}, ${header}`)],
  "another way to sign": [401, (scene) => garbled(scene, (header) => header.replace("v1=", "v0="))],
  "another time than was signed": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/t=\d+/, `t=${Math.floor(Date.now() / 1_000) + 1}`)),
  ],
  "a time in milliseconds": [
    401,
    (scene) => garbled(scene, (header) => header.replace(/t=(\d+)/, "t=$1000")),
  ],
  "a time below nought": [401, (scene) => garbled(scene, (header) => header.replace("t=", "t=-"))],
  "a guessed secret": [401, (scene) => withSecret(scene.target, "secret")],
  "an empty secret": [401, (scene) => withSecret(scene.target, "")],
  "the secret of another bank of the merchant": [401, (scene) => withSecret(scene.target, scene.otherSecret)],
  "the secret of the same bank with another merchant": [
    401,
    (scene) => withSecret(scene.target, scene.stranger.secret),
  ],
  "the merchant's client secret": [
    401,
    (scene) => withSecret(scene.target, scene.target.merchant.clientSecret),
  ],
  "one byte more than was signed": [
    401,
    (scene) => ({ ...genuine(scene.target), body: `${bodyOf(scene.target)} ` }),
  ],
  "another status than was signed": [
    401,
    (scene) => {
      const call = genuine(
        scene.target,
        bodyOf(scene.target, { payment: payment(scene.target.reference, { status: "FAILED" }) }),
      );
      return { ...call, body: call.body.replace("FAILED", "SUCCESS") };
    },
  ],
  "another amount than was signed": [
    401,
    (scene) => {
      const call = genuine(scene.target);
      return { ...call, body: call.body.replace("100.00", "900.00") };
    },
  ],
  "nothing where something was signed": [401, (scene) => ({ ...genuine(scene.target), body: "" })],
  "heard six minutes ago": [401, (scene) => signedAgo(scene, 6 * MINUTE_MS)],
  "heard a year ago": [401, (scene) => signedAgo(scene, 365 * 24 * 60 * MINUTE_MS)],
  "signed six minutes from now": [401, (scene) => signedAgo(scene, -6 * MINUTE_MS)],
  "an unknown bank": [401, (scene) => genuine(scene.target, undefined, { bankId: "nobody" })],
  "a bank with the name of a property": [
    401,
    (scene) => genuine(scene.target, undefined, { bankId: "__proto__" }),
  ],
  "a bank that sends no callbacks": [
    401,
    (scene) => genuine(scene.target, undefined, { bankId: SILENT_BANK }),
  ],
  "the address of another bank": [401, (scene) => genuine(scene.target, undefined, { bankId: OTHER_BANK })],
  "the address of another merchant": [
    401,
    (scene) => genuine(scene.target, undefined, { merchantId: scene.stranger.merchant.merchantId }),
  ],
  "the address of nobody": [
    401,
    (scene) => genuine(scene.target, undefined, { merchantId: crypto.randomUUID() }),
  ],
  "an address that is no merchant's id": [
    401,
    (scene) => genuine(scene.target, undefined, { merchantId: "1 or 1=1" }),
  ],
  "of another debit account": [
    400,
    (scene) =>
      genuine(scene.target, bodyOf(scene.target, { debitAccount: scene.stranger.merchant.debitAccount })),
  ],
  "in the name of another bank": [
    400,
    (scene) => genuine(scene.target, bodyOf(scene.target, { bankId: OTHER_BANK })),
  ],
  "about another merchant's payment, signed by one's own bank": [
    401,
    (scene) => {
      const body = bodyOf(scene.stranger);
      return {
        ...withSecret(scene.target, scene.target.secret, body),
        merchantId: scene.stranger.merchant.merchantId,
      };
    },
  ],
  "of a kind that nobody knows": [
    400,
    (scene) => genuine(scene.target, bodyOf(scene.target, { type: "payment.erased" })),
  ],
  "without the name of an event": [
    400,
    (scene) => genuine(scene.target, bodyOf(scene.target, { eventId: undefined })),
  ],
  "without a payment": [400, (scene) => genuine(scene.target, bodyOf(scene.target, { payment: null }))],
  "a credit to another account": [
    400,
    (scene) =>
      genuine(scene.target, creditOf(scene.target, { account: scene.stranger.merchant.debitAccount })),
  ],
  "a credit of nothing": [400, (scene) => genuine(scene.target, creditOf(scene.target, { amount: "0.00" }))],
  "a credit of less than nothing": [
    400,
    (scene) => genuine(scene.target, creditOf(scene.target, { amount: "-5.00" })),
  ],
  "a credit, signed by nobody": [
    401,
    (scene) => genuine(scene.target, creditOf(scene.target, {}), { headers: {} }),
  ],
  "a credit, signed by another bank": [
    401,
    (scene) => withSecret(scene.target, scene.otherSecret, creditOf(scene.target, {})),
  ],
  "no JSON": [400, (scene) => genuine(scene.target, "payment=SUCCESS")],
  "a list of callbacks": [400, (scene) => genuine(scene.target, `[${bodyOf(scene.target)}]`)],
  "a text": [400, (scene) => genuine(scene.target, '"SUCCESS"')],
  "64 kB and more": [
    413,
    (scene) => genuine(scene.target, bodyOf(scene.target, { padding: "x".repeat(70_000) })),
  ],
  "two megabytes": [
    413,
    (scene) => genuine(scene.target, bodyOf(scene.target, { padding: "x".repeat(2_000_000) })),
  ],
  "fifty thousand levels": [400, (scene) => genuine(scene.target, "[".repeat(50_000))],
};
