/**
 * The result of a harmless call that tests the key, the address and the account of a connection, in words for the
 * person who enters them.
 */
import type { Connection, WireAnswer } from "./adapter.ts";
import { isSameAccount } from "./statements.ts";
import type { Exchange } from "./exchange.ts";
import { readObject, shortened } from "./json-answer.ts";

export type ConnectionTest =
  | {
      readonly kind: "works";
      /** False if the call does not tell whether the account belongs to the key. */
      readonly accountKnown: boolean;
      /** Null if the call does not tell it. */
      readonly balancePaise: bigint | null;
    }
  | ConnectionFailure;

export interface ConnectionFailure {
  readonly kind: "fails";
  readonly fault: ConnectionFault;
  /** The words of the bank or the network, without secrets. */
  readonly detail: string;
}

type ConnectionFault = keyof typeof CONNECTION_FAULTS;

/** The meaning of each failure, and what to do. */
export const CONNECTION_FAULTS = {
  key_refused: {
    means: "The bank does not accept the key.",
    todo:
      "Enter both parts of one pair again, without blanks. A key works in its own environment only, test or live, " +
      "and no longer after it was replaced.",
  },
  caller_refused: {
    means: "The bank refuses calls from the IP address of this computer.",
    todo:
      "Add the address from which this computer is seen outside to the allowlist at the bank, for the account of " +
      "this key, and test again when it is in force. Some banks need a day.",
  },
  not_enabled: {
    means: "The key is right, but payouts by API are not enabled for it.",
    todo: "Ask the bank to enable them.",
  },
  account_unknown: {
    means: "The key is right, but this account is not one of its accounts.",
    todo: "Enter the number as the bank shows it beside the key. It often differs between test and live.",
  },
  unreachable: {
    means: "The address cannot be reached, so nothing was sent.",
    todo: "Check the address, the name servers of this computer, and whether a firewall lets it call outside.",
  },
  tls_invalid: {
    means:
      "No secure connection can be made to the address, because its certificate is not valid; nothing was sent.",
    todo:
      "Check the host name and port, the clock of this computer, and whether a proxy opens its connections. " +
      "NODE_EXTRA_CA_CERTS names a file of further authorities.",
  },
  no_answer: {
    means: "The address was reached, but did not answer.",
    todo: "Test again in a few minutes. If it stays so, ask the bank whether it lets this computer in.",
  },
  bank_away: {
    means: "The bank says that it cannot answer now.",
    todo: "Test again later.",
  },
  not_understood: {
    means: "Something answers at the address, but not in the protocol that was chosen.",
    todo: "Check the whole address with its path, and the adapter.",
  },
  folder_missing: {
    means: "A folder is missing.",
    todo: "Create it, with this computer's user as the owner, or correct the address.",
  },
  folder_not_writable: {
    means: "Files cannot be written, renamed and removed in a folder.",
    todo: "Give the user of the server the right to write in it, and room on the disk.",
  },
  folders_apart: {
    means: "The folders are not on the same file system, so files cannot be moved between them at once.",
    todo: "Put incoming, archive and refused below one folder, without a mount between them.",
  },
} as const satisfies Readonly<Record<string, { means: string; todo: string }>>;

export const failing = (fault: ConnectionFault, detail: string): ConnectionFailure => ({
  kind: "fails",
  fault,
  detail,
});

const TLS =
  /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_|ERR_TLS|ERR_SSL|EPROTO|HOSTNAME_MISMATCH|INVALID_CA)/;

/** Says what an exchange without an answer means. */
export function failureOf(exchange: Exclude<Exchange, { kind: "answered" }>): ConnectionFailure {
  const { kind, detail } = exchange;
  if (TLS.test(detail)) return failing("tls_invalid", detail);
  return failing(kind === "lost" ? "no_answer" : "unreachable", detail);
}

/** Says what the HTTP status of a refusal means in every protocol. Null if it says nothing. */
export function failureOfStatus({ httpStatus, body }: WireAnswer): ConnectionFailure | null {
  const detail = `HTTP ${httpStatus}${body === "" ? "" : `: ${shortened(body)}`}`;
  if (httpStatus === 401) return failing("key_refused", detail);
  if (httpStatus === 403) return failing("caller_refused", detail);
  if (httpStatus === 429 || httpStatus >= 500) return failing("bank_away", detail);
  return null;
}

/** Says that an answer is not of the protocol. */
export function misunderstood(answer: WireAnswer): ConnectionFailure {
  const object = readObject(answer);
  const said = typeof object === "string" ? object : `HTTP ${answer.httpStatus}: ${shortened(answer.body)}`;
  return failing("not_understood", said);
}

/** Judges the accounts that a bank named for a key. */
export function findAccount(
  { debitAccount }: Pick<Connection, "debitAccount">,
  accounts: readonly { readonly account: string; readonly balancePaise: bigint | null }[],
): ConnectionTest {
  const found = accounts.find(({ account }) => isSameAccount(account, debitAccount));
  if (found !== undefined) return { kind: "works", accountKnown: true, balancePaise: found.balancePaise };
  const ends = accounts.map(({ account }) => `…${account.slice(-4)}`).join(", ");
  return failing("account_unknown", accounts.length === 0 ? "it has no accounts" : `it has ${ends}`);
}
