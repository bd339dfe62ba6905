import { randomBytes } from "node:crypto";
import { setTimeout as pass } from "node:timers/promises";
import { parseRupees } from "#lib/money";
import { CommandError, EXIT } from "./command-error.ts";
import {
  openMerchantSession,
  type JsonBody,
  type MerchantSession,
  type SessionOptions,
  sentence,
} from "./merchant-session.ts";
import { makeFactPrinter } from "./print-result.ts";
import { tellAside, terminal } from "./terminal.ts";

export interface SendOptions extends SessionOptions {
  /** Rupees, as written. */
  readonly amount: string;
  readonly to?: string;
  readonly vpa?: string;
  readonly account?: string;
  readonly ifsc?: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly mode?: string;
  readonly id?: string;
  readonly remarks?: string;
  /** Seconds to wait for a final status. */
  readonly wait: number;
  readonly json?: boolean;
}

/** The path of an order, and its fields beside amount and ID. */
interface Way {
  readonly path: string;
  readonly payee: JsonBody;
}

const OPEN = new Set(["RECEIVED", "APPROVAL_PENDING", "QUEUED", "PENDING"]);
const LOOK_EVERY_MS = 1_000;

/**
 * `vitaran send`: sends one payout and reports its outcome. The transfer ID is printed on standard error
 * before the order is sent: with it the same command may be repeated, and the money leaves once. Exit codes:
 * 0 paid, 1 refused or failed, 2 open.
 */
export async function sendPayout(options: SendOptions): Promise<void> {
  const printer = makeFactPrinter(options);
  const way = findWay(options);
  const transferId = options.id ?? `cli_${Date.now().toString(36)}${randomBytes(3).toString("hex")}`;
  const session = await openMerchantSession(options);
  if (options.id === undefined)
    tellAside(`Transfer ID: ${transferId}. To retry, run the same command with --id ${transferId}.`);
  const { amount, remarks } = options;
  const order = { transferId, amount, ...way.payee, ...(remarks === undefined ? {} : { remarks }) };
  const answer = await giveOrder(session, { path: way.path, order, transferId });
  const transfer = await awaitEnd(session, { transferId, waitSeconds: options.wait });
  if (transfer === null)
    throw new CommandError(
      `Refused (${String(answer.subCode)}): ${sentence(answer.message)} No transfer was created.`,
    );
  if (answer.message === USED_BEFORE) {
    const other = findDifference(transfer, order);
    if (other !== null) throw conflict(transfer, other);
    printer.note("This transfer ID was used before, for the same payout. Its current state:");
  }
  const { status, utr = "", reason = "", referenceId, transferMode } = transfer;
  const facts = { transferId, referenceId, amount: transfer.amount, transferMode, status, utr, reason };
  const end = [utr === "" ? [] : `UTR ${String(utr)}`, reason === "" ? [] : String(reason)].flat();
  printer.fact(facts, [`${transferId}  ₹${String(transfer.amount)}  ${String(status)}`, ...end].join("  "));
  terminal().exitCode = exitCodeOf(String(status));
}

/** The literal of the contract: 409 of some calls, 400 of others. */
const USED_BEFORE = "Transfer Id already exists.";

/** Tells in what a stored transfer differs from an order; null if it is the same payout. */
function findDifference(transfer: JsonBody, { amount, beneId, beneDetails }: JsonBody): string | null {
  const { vpa, bankAccount, ifsc } = (beneDetails ?? {}) as JsonBody;
  const asked: [name: string, ordered: unknown, stored: unknown][] = [
    ["amount", parseRupees(amount), parseRupees(transfer.amount)],
    ["beneficiary", beneId, transfer.beneId],
    ["UPI ID", vpa, transfer.vpa],
    ["account", bankAccount, transfer.bankAccount],
    ["IFSC", ifsc, transfer.ifsc],
  ];
  const differing = asked.find(
    ([, ordered, stored]) =>
      ordered !== undefined && String(ordered).toLowerCase() !== String(stored).toLowerCase(),
  );
  return differing?.[0] ?? null;
}

function conflict({ transferId, amount, status }: JsonBody, differing: string): CommandError {
  return new CommandError(
    `Conflict: the transfer ID ${String(transferId)} was used before for another payout (its ${differing} differs): ` +
      `₹${String(amount)}, ${String(status)}. Nothing was sent now. Use another --id for a new payout.`,
  );
}

/** Sends the order. After that only its ID can show the outcome. */
async function giveOrder(
  session: MerchantSession,
  { path, order, transferId }: { path: string; order: JsonBody; transferId: string },
): Promise<JsonBody> {
  try {
    return await session.call("POST", path, order);
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    throw unknownOutcome(transferId, error.message);
  }
}

const unknownOutcome = (transferId: string, why: string): CommandError =>
  new CommandError(
    `The outcome of ${transferId} is unknown. Run the same command again with --id ${transferId}: it is never ` +
      `paid twice. (${why})`,
    EXIT.open,
  );

function exitCodeOf(status: string): number {
  if (status === "SUCCESS") return EXIT.done;
  return OPEN.has(status) ? EXIT.open : EXIT.failed;
}

function findWay({ to, vpa, account, ifsc, name, email, phone, mode }: SendOptions): Way {
  const given = Object.entries({ "--to": to, "--vpa": vpa, "--account": account }).filter(([, said]) => said);
  if (given.length !== 1) {
    const told =
      given.length === 0 ? "None was given" : `${given.map(([option]) => option).join(" and ")} were given`;
    throw new CommandError(`Use exactly one of --to, --vpa and --account. ${told}.`);
  }
  if ((account === undefined) !== (ifsc === undefined))
    throw new CommandError("--account and --ifsc can only be used together.");
  if (to !== undefined) {
    const payee = { beneId: to, ...(mode === undefined ? {} : { transferMode: mode }) };
    return { path: "/payout/v1/requestTransfer", payee };
  }
  const where = vpa === undefined ? { bankAccount: account!, ifsc: ifsc! } : { vpa };
  const beneDetails = { name, email, phone, address1: "India", ...where };
  const transferMode = mode ?? (vpa === undefined ? "banktransfer" : "upi");
  return { path: "/payout/v1/directTransfer", payee: { transferMode, beneDetails } };
}

/** Returns the transfer when it has ended or the time is over. Null means that it does not exist. */
async function awaitEnd(
  session: MerchantSession,
  { transferId, waitSeconds }: { transferId: string; waitSeconds: number },
): Promise<JsonBody | null> {
  const endsAt = performance.now() + waitSeconds * 1_000;
  for (;;) {
    const path = `/payout/v1.2/getTransferStatus?transferId=${encodeURIComponent(transferId)}`;
    const { data, subCode, message } = await session.call("GET", path);
    const { transfer = null } = (data ?? {}) as { transfer?: JsonBody | null };
    if (transfer === null && subCode !== "404" && subCode !== "422")
      throw unknownOutcome(transferId, String(message));
    const isEnded = transfer === null || !OPEN.has(String(transfer.status));
    if (isEnded || performance.now() >= endsAt) return transfer;
    await pass(LOOK_EVERY_MS);
  }
}
