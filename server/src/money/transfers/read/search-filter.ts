/** The conditions of a search. Absent conditions do not restrict. */
import { amountDigits } from "@vitaran/spreadsheets/amount-digits";
import { findPayeeIds } from "#beneficiaries";
import type { Tx } from "#lib/db";
import { findFirstAt, type NumberedMoment } from "#lib/ids";
import { parseRupees } from "#lib/money";
import { unwrapText } from "#lib/search-text";
import type { Rail, TransferMode, TransferReason } from "#rails";
import type { OriginKind } from "../origins.ts";
import { amongStates, STATES, TRANSFER_STATES, type TransferState } from "../states.ts";
import { type Transfer, transferColumns } from "../transfer.ts";
import { readDay } from "./read-day.ts";

/** The source of an order: a program's call, a member on the dashboard, or another origin. */
type TransferSource = "api" | "dashboard" | Exclude<OriginKind, "withdrawal" | "refund">;

export const TRANSFER_SOURCES: readonly TransferSource[] = [
  "api",
  "dashboard",
  "batch",
  "link",
  "phone",
  "loan",
];

/** Days of India, `YYYY-MM-DD`, both included. */
export interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

export interface TransferFilter {
  readonly states?: readonly TransferState[] | undefined;
  readonly reasons?: readonly TransferReason[] | undefined;
  /** The modes that were requested. One that names a rail also finds bank transfers that were paid by this rail. */
  readonly modes?: readonly TransferMode[] | undefined;
  readonly rails?: readonly Rail[] | undefined;
  readonly fromPaise?: bigint | undefined;
  readonly toPaise?: bigint | undefined;
  readonly created?: Days | undefined;
  /** The days on which it came to its current end. */
  readonly finished?: Days | undefined;
  readonly fundSourceIds?: readonly string[] | undefined;
  /** Our ID of the payee. */
  readonly beneficiaryId?: string | undefined;
  /** The merchant's ID of the payee; one that was removed and added again is all of them. */
  readonly beneId?: string | undefined;
  /** The merchant's ID of one transfer, to the letter. */
  readonly transferKey?: string | undefined;
  readonly sources?: readonly TransferSource[] | undefined;
  /** The batch, link or other origin that made it. */
  readonly originId?: string | undefined;
  /** The member who ordered it on the dashboard. */
  readonly memberId?: string | undefined;
  readonly hasUtr?: boolean | undefined;
  /**
   * The whole transfer key, reference ID or bank reference of a transfer. If it is none of these, a day; else what
   * `findPayeeIds` finds; and if that finds no payee, the beginning of transfer keys, or an amount.
   */
  readonly text?: string | undefined;
}

/** The resolved text and days of a filter. */
export interface Found {
  /** Null means that there is no text, or that it names no transfer. */
  readonly transferIds: readonly string[] | null;
  /** Null means any amount. */
  readonly amountPaise: bigint | null;
  /** Null means any payee. */
  readonly beneficiaryIds: readonly string[] | null;
  /** The days of acceptance. */
  readonly created: Days;
  readonly firstReferenceId: bigint | null;
  readonly lastReferenceId: bigint | null;
}

const HAS_MAKER = `exists (
      select from transfers.maker
      where maker.merchant_id = transfer.merchant_id and maker.transfer_id = transfer.transfer_id
    )`;

/**
 * The conditions of a filter, as parameters 2 to 19. Each is written so that the planner drops it if its
 * value is null; see `planForValues` in `search-transfers.ts`.
 */
export const MATCHES = `
  coalesce(origin_kind, '') not in ('withdrawal', 'refund')
  and ($2::text[] is null or status = any ($2))
  and ($3::text[] is null or ${amongStates("$3")})
  and ($4::text[] is null or reason = any ($4))
  and ($5::text[] is null or mode = any ($5) or rail = any ($5))
  and ($6::text[] is null or rail = any ($6))
  and ($7::bigint is null or amount_paise >= $7)
  and ($8::bigint is null or amount_paise <= $8)
  and ($9::date is null or accepted_at >= $9::date::timestamp at time zone 'Asia/Kolkata')
  and ($10::date is null or accepted_at < ($10::date + 1)::timestamp at time zone 'Asia/Kolkata')
  and ($11::date is null or finished_at >= $11::date::timestamp at time zone 'Asia/Kolkata')
  and ($12::date is null or finished_at < ($12::date + 1)::timestamp at time zone 'Asia/Kolkata')
  and ($13::text[] is null or fund_source_id = any ($13))
  and ($14::uuid[] is null or beneficiary_id = any ($14))
  and (
    $15::text[] is null
    or origin_kind = any ($15)
    or (origin_kind is null and 'api' = any ($15) and not ${HAS_MAKER})
    or (origin_kind is null and 'dashboard' = any ($15) and ${HAS_MAKER})
  )
  and ($16::uuid is null or origin_id = $16)
  and ($17::boolean is null or (utr is not null) = $17)
  and ($18::bigint is null or reference_id >= $18)
  and ($19::bigint is null or reference_id <= $19)`;

/** Returns true if the states are all those of their statuses, so that filtering by status is enough. */
function areWhole(states: readonly TransferState[]): boolean {
  const statuses = new Set(states.map((state) => STATES[state]));
  return TRANSFER_STATES.every((state) => states.includes(state) || !statuses.has(STATES[state]));
}

/** Returns the values of the conditions in order, without the merchant's ID. */
export function valuesOf(filter: TransferFilter, found: Found): unknown[] {
  const statuses =
    filter.states === undefined ? null : [...new Set(filter.states.map((state) => STATES[state]))];
  return [
    statuses,
    areWhole(filter.states ?? []) ? null : filter.states,
    filter.reasons ?? null,
    filter.modes ?? null,
    filter.rails ?? null,
    bound(filter.fromPaise, found.amountPaise, (one, other) => one > other),
    bound(filter.toPaise, found.amountPaise, (one, other) => one < other),
    found.created.from ?? null,
    found.created.to ?? null,
    filter.finished?.from ?? null,
    filter.finished?.to ?? null,
    filter.fundSourceIds ?? null,
    found.beneficiaryIds,
    filter.sources ?? null,
    filter.originId ?? null,
    filter.hasUtr ?? null,
    found.firstReferenceId,
    found.lastReferenceId,
  ];
}

/** Returns the narrower of two bounds. Null means that there is none. */
function bound(
  asked: bigint | undefined,
  found: bigint | null,
  isNarrower: (one: bigint, other: bigint) => boolean,
): bigint | null {
  if (asked === undefined || found === null) return asked ?? found;
  return isNarrower(asked, found) ? asked : found;
}

/** Names a transfer by our ID, by the transfer key, or by a text that can be either. */
export type TransferChoice =
  | { readonly transferId: string }
  | { readonly transferKey: string }
  | { readonly anyId: string };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads one transfer without locking it; undefined if there is none. A matching transfer key goes first. */
export async function findTransfer(tx: Tx, choice: TransferChoice): Promise<Transfer | undefined> {
  if ("transferId" in choice) return findBy(tx, { transferId: choice.transferId });
  const key = "anyId" in choice ? choice.anyId : choice.transferKey;
  const found = await findBy(tx, { transferKey: key });
  return found === undefined && "anyId" in choice && UUID.test(key) ? findBy(tx, { transferId: key }) : found;
}

async function findBy(
  tx: Tx,
  { transferId = null, transferKey = null }: { transferId?: string | null; transferKey?: string | null },
): Promise<Transfer | undefined> {
  const [found] =
    transferId === null
      ? await tx.query<Transfer>(`${SELECT} and transfer_key = $2`, [tx.merchantId, transferKey])
      : await tx.query<Transfer>(`${SELECT} and transfer_id = $2`, [tx.merchantId, transferId]);
  return found;
}

const SELECT = `select ${transferColumns} from transfers.transfer where merchant_id = $1`;

/** If a text occurs in the names of more payees than this, only transfers to the newest of them are found. */
const PAYEES_MAX = 5_000;

/** Numbers follow the time within this slack: a test clock may have moved during an acceptance. */
const SLACK_MS = 60_000;
const SLACK_REFERENCES = 10_000n;
const DAY_MS = 86_400_000;

/** Resolves a filter: transfers by ID, payees by name and details, reference IDs by days. */
export async function findNamed(tx: Tx, filter: TransferFilter): Promise<Found> {
  const { beneficiaryId, finished, transferKey, beneId } = filter;
  const { day, payees, amountPaise, ...meant } = await understand(tx, filter.text?.trim() ?? "");
  const transferIds =
    transferKey === undefined
      ? meant.transferIds
      : [await findBy(tx, { transferKey })].flatMap((one) => one?.transferId ?? []);
  const named = beneId === undefined ? payees : await findByBeneId(tx, beneId);
  const from = later(filter.created?.from, day);
  const to = earlier(filter.created?.to, day);
  // Transfers that ended by a day had been accepted by then.
  const lastDay = earlier(to, finished?.to);
  return {
    transferIds,
    amountPaise,
    beneficiaryIds:
      beneficiaryId === undefined ? named : (named ?? [beneficiaryId]).filter((id) => id === beneficiaryId),
    created: { from, to },
    firstReferenceId: from === undefined ? null : await numberAt(tx, from, -1),
    lastReferenceId: lastDay === undefined ? null : await numberAt(tx, lastDay, 1),
  };
}

async function findByBeneId(tx: Tx, beneId: string): Promise<string[]> {
  const rows = await tx.query<{ id: string }>(
    "select beneficiary_id as id from beneficiaries.beneficiary where merchant_id = $1 and bene_id = $2",
    [tx.merchantId, beneId],
  );
  return rows.map(({ id }) => id);
}

/** The meaning of a text, of which at most one part is set. */
interface Meaning {
  readonly transferIds: readonly string[] | null;
  readonly day: string | undefined;
  readonly payees: readonly string[] | null;
  readonly amountPaise: bigint | null;
}

const ANYTHING: Meaning = { transferIds: null, day: undefined, payees: null, amountPaise: null };

async function understand(tx: Tx, text: string): Promise<Meaning> {
  if (text === "") return ANYTHING;
  const transferIds = await findByIds(tx, text);
  if (transferIds !== null) return { ...ANYTHING, transferIds };
  const day = readDay(unwrapText(text), todayInIndia());
  if (day !== null) return { ...ANYTHING, day };
  const payees = await findPayeeIds(tx, { text, limit: PAYEES_MAX });
  if (payees.length > 0) return { ...ANYTHING, payees };
  const begin = await findByPrefix(tx, unwrapText(text));
  if (begin.length > 0) return { ...ANYTHING, transferIds: begin };
  const amount = parseRupees(amountDigits(unwrapText(text).replace(SIDE, "")));
  return typeof amount === "bigint" ? { ...ANYTHING, amountPaise: amount } : { ...ANYTHING, payees };
}

const DAY_OF_INDIA = new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Kolkata" });
const todayInIndia = (): string => DAY_OF_INDIA.format(new Date());

function later(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one > other ? one : other;
}

function earlier(one: string | undefined, other: string | undefined): string | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one < other ? one : other;
}

/** Statements write this after an amount. */
const SIDE = /\s*[cd]r\.?$/i;

/** People copy this together with a bank's reference. */
const REFERENCE_NAME = /^(?:utr|rrn|ref(?:erence)?)(?:\s*(?:no|number|id))?[\s.:#-]*/i;

/** An ID in different capitalization is looked for among this many of the newest transfers. */
const NEWEST = 20_000;

/** Returns the parts of a narration that may be a bank reference, as in "IMPS/632811000042/ZUBIN". */
const referencesIn = (text: string): string[] =>
  text.split(/[^A-Za-z0-9]+/).filter((part) => /^(?=.*\d)[A-Za-z0-9]{10,22}$/.test(part));

/** Finds transfers that have the text as an ID, as it is or as people copy it. Null means none. */
async function findByIds(tx: Tx, given: string): Promise<string[] | null> {
  const text = unwrapText(given);
  const bare = text.replace(REFERENCE_NAME, "").replaceAll(/\s/g, "");
  const referenceId = /^\d{1,18}$/.test(bare) ? BigInt(bare) : null;
  const rows = await tx.query<{ id: string }>(
    `select transfer_id as id from transfers.transfer
     where merchant_id = $1 and (transfer_key = any ($2) or reference_id = $3)
     union
     select transfer_id from transfers.fact
     where merchant_id = $1 and utr = any ($4)
     limit 1000`,
    [
      tx.merchantId,
      [given, text, text.toLowerCase(), text.toUpperCase()],
      referenceId,
      [bare, ...referencesIn(given)].flatMap((utr) => [utr, utr.toUpperCase()]),
    ],
  );
  if (rows.length > 0) return rows.map(({ id }) => id);
  const alike = await findAmongNewest(tx, text, "lower(transfer_key) = lower($2)");
  return alike.length === 0 ? null : alike;
}

/** Fewer letters than this begin too many IDs. */
const PREFIX_MIN = 3;

/** Finds transfers whose key begins with the text, such as "INV-2026". */
const findByPrefix = async (tx: Tx, text: string): Promise<string[]> =>
  text.length < PREFIX_MIN ? [] : findAmongNewest(tx, text, "starts_with(lower(transfer_key), lower($2))");

async function findAmongNewest(tx: Tx, text: string, matches: string): Promise<string[]> {
  if (!/^[A-Za-z0-9_-]*[A-Za-z][A-Za-z0-9_-]*$/.test(text)) return [];
  const rows = await tx.query<{ id: string }>(
    `select transfer_id as id
     from (
       select transfer_id, transfer_key from transfers.transfer
       where merchant_id = $1
       order by reference_id desc
       limit ${NEWEST}
     ) as newest
     where ${matches}`,
    [tx.merchantId, text],
  );
  return rows.map(({ id }) => id);
}

/** Returns a reference ID below (-1) or above (1) all those accepted on a day. */
function numberAt(tx: Tx, day: string, side: -1 | 1): Promise<bigint> {
  const start = Date.parse(`${day}T00:00:00+05:30`);
  const at = new Date(side === -1 ? start - SLACK_MS : start + DAY_MS + SLACK_MS);
  return findFirstAt((referenceId) => readFrom(tx, referenceId), at).then(
    (found) => found + BigInt(side) * SLACK_REFERENCES,
  );
}

async function readFrom(tx: Tx, referenceId: bigint): Promise<NumberedMoment | undefined> {
  const [found] = await tx.query<NumberedMoment>(
    `select reference_id as "referenceId", accepted_at as at
     from transfers.transfer
     where merchant_id = $1
       and reference_id >= $2
     order by reference_id
     limit 1`,
    [tx.merchantId, referenceId],
  );
  return found;
}
