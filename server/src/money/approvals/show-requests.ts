/** Requests as members see them: their progress, their decisions, and whether the viewer may decide. */
import { memberOf, type Permission, type Permitted, readHolders, readPermissions } from "#access";
import type { Actor } from "#audit";
import type { Tx } from "#lib/db";
import { permissionsIn, type SubjectKind } from "./policy.ts";
import { type Request, REQUEST_COLUMNS, type RequestStatus, type ApproverVerdict } from "./request.ts";
import { type Facts, isTooClose, knowsSecret, readFacts, standingOf, turnOf } from "./standing.ts";

/**
 * The newest request of each of these subjects, by subject id. Subjects that needed no approval are left out. Locks
 * nothing.
 */
export async function findRequests(
  tx: Tx,
  subjectKind: SubjectKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, Request>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await tx.query<Request>(FIND, [tx.merchantId, subjectKind, subjectIds]);
  return new Map(rows.map((row) => [row.subjectId, row]));
}

const FIND = `
  select distinct on (request.subject_id) ${REQUEST_COLUMNS}
  from unnest($3::text[]) as wanted (id)
  join approvals.request
    on request.merchant_id = $1
    and request.subject_kind = $2
    and request.subject_id = wanted.id
  order by request.subject_id, request.request_id desc`;

interface RequestPage {
  /** At most 500. */
  readonly limit: number;
  /** Restricts the page to these kinds, because transfers and batches have tabs of their own. */
  readonly subjectKinds?: readonly SubjectKind[] | undefined;
  /** `pending` when absent. */
  readonly status?: RequestStatus | undefined;
  /** The last one of the page before. */
  readonly after?: Pick<Request, "requestId" | "expiresAt"> | undefined;
  /** Leaves out what this member has made, changed or decided. */
  readonly forMemberId?: string | undefined;
}

/** A page of requests, those that expire first at the front. An empty page is the end. */
export async function listRequests(tx: Tx, page: RequestPage): Promise<Request[]> {
  const { after, status = "pending" } = page;
  return tx.query<Request>(status === "pending" ? LIST_PENDING : LIST_ENDED, [
    tx.merchantId,
    Math.min(page.limit, 500),
    page.subjectKinds ?? null,
    after?.expiresAt ?? "-infinity",
    after?.requestId ?? "00000000-0000-0000-0000-000000000000",
    page.forMemberId ?? null,
    ...(status === "pending" ? [] : [status]),
  ]);
}

const list = (status: string): string => `
  select ${REQUEST_COLUMNS}
  from approvals.request
  where request.merchant_id = $1
    and request.status = ${status}
    and ($3::text[] is null or request.subject_kind = any ($3::text[]))
    and (request.expires_at, request.request_id) > ($4::timestamptz, $5::uuid)
    and (
      $6::uuid is null
      or (
        $6::uuid <> all (request.maker_ids)
        and not exists (
          select from approvals.decision
          where decision.merchant_id = request.merchant_id
            and decision.request_id = request.request_id
            and decision.revision = request.revision
            and decision.member_id = $6::uuid
        )
      )
    )
  order by request.expires_at, request.request_id
  limit $2`;

// The status is written out, so that the index of pending requests is used.
const LIST_PENDING = list("'pending'");
const LIST_ENDED = list("$7");

/** At most this many members are named, because no one would ask more. */
const NAMES_MAX = 5;

/** Says if a member may decide now, after another level, or never. The other words give the reason why not. */
export type Turn = "now" | "later" | "never" | "own" | "decided" | "too_close" | "shown_secret" | "ended";

/** One member's decision about a request, as it is shown. */
interface ShownDecision {
  readonly memberId: string;
  readonly verdict: ApproverVerdict;
  readonly remarks: string;
  readonly decidedAt: Date;
  /** False if the content has changed since, so that the decision no longer counts. */
  readonly counts: boolean;
}

/** A request with everything that the queue shows about it. */
export interface ShownRequest extends Request {
  readonly turn: Turn;
  /** The number of approvals that the current level still needs. */
  readonly missing: number;
  readonly decisions: readonly ShownDecision[];
  /** The ids of a few active members of the current level who can decide now and did not make the request. */
  readonly approvers: readonly string[];
}

/** A page of pending requests as a member sees them, those that expire first at the front. */
export async function showPending(
  tx: Tx,
  { by, ...page }: Omit<RequestPage, "status" | "forMemberId"> & { by: Actor },
): Promise<ShownRequest[]> {
  return show(tx, await listRequests(tx, page), by);
}

/** A page of requests that have ended, the newest first. */
interface EndedRequests {
  /** At most 500. */
  readonly limit: number;
  readonly before?: { readonly endedAt: Date; readonly requestId: string } | undefined;
  readonly by: Actor;
}

/** Returns requests that have ended, as a member sees them. */
export async function showHistory(tx: Tx, { limit, before, by }: EndedRequests): Promise<ShownRequest[]> {
  const requests = await tx.query<Request>(
    `select ${REQUEST_COLUMNS}
     from approvals.request
     where request.merchant_id = $1
       and request.ended_at is not null
       and (request.ended_at, request.request_id) < ($3::timestamptz, $4::uuid)
     order by request.ended_at desc, request.request_id desc
     limit least($2::int, 500)`,
    [
      tx.merchantId,
      limit,
      before?.endedAt ?? "infinity",
      before?.requestId ?? "ffffffff-ffff-ffff-ffff-ffffffffffff",
    ],
  );
  return show(tx, requests, by);
}

/** Returns one request by its id, as a member sees it; null if there is none. */
export async function showRequest(
  tx: Tx,
  { requestId, by }: { requestId: string; by: Actor },
): Promise<ShownRequest | null> {
  const requests = await tx.query<Request>(
    `select ${REQUEST_COLUMNS} from approvals.request where request.merchant_id = $1 and request.request_id = $2`,
    [tx.merchantId, requestId],
  );
  return (await show(tx, requests, by))[0] ?? null;
}

/** Returns those of these subjects whose pending request a member made, or may decide about, now or later. */
export async function findOwnToEnd(
  tx: Tx,
  { subjectKind, subjectIds, by }: { subjectKind: SubjectKind; subjectIds: readonly string[]; by: Actor },
): Promise<ReadonlySet<string>> {
  const shown = await show(tx, [...(await findRequests(tx, subjectKind, subjectIds)).values()], by);
  const ending: readonly Turn[] = ["own", "now", "later"];
  return new Set(shown.flatMap(({ subjectId, turn }) => (ending.includes(turn) ? [subjectId] : [])));
}

async function show(tx: Tx, requests: readonly Request[], by: Actor): Promise<ShownRequest[]> {
  if (requests.length === 0) return [];
  const memberId = memberOf(by) ?? "";
  const facts = await readFacts(tx, requests, memberId === "" ? [] : [memberId]);
  const isOpen = requests.some(({ status }) => status === "pending");
  const [spoken, candidates] = await Promise.all([
    readSpoken(tx, requests),
    isOpen ? readHolders(tx, permissionsToAsk(requests, facts)) : ([] as Permitted[]),
  ]);
  const member = facts.members.get(memberId);
  return requests.map((request) => {
    const { requestId, status, level, makerIds, revision } = request;
    const said = spoken.get(requestId) ?? [];
    const isOut = (id: string): boolean =>
      makerIds.includes(id) || said.some((one) => one.memberId === id && one.revision === revision);
    const canDecide = (one: Permitted): boolean =>
      !isOut(one.memberId) &&
      !isTooClose(request, facts, one.memberId) &&
      turnOf(request, facts, one) === "now";
    const standing = standingOf(request, facts);
    const turn = (): Turn => {
      if (status !== "pending") return "ended";
      if (makerIds.includes(memberId)) return "own";
      if (said.some((one) => one.memberId === memberId && one.revision === revision)) return "decided";
      if (member === undefined) return "never";
      const may = turnOf(request, facts, member);
      if (may === "never" || !isTooClose(request, facts, memberId)) return may;
      return knowsSecret(request, facts, memberId) ? "shown_secret" : "too_close";
    };
    const shown = status === "pending" ? standing.level : level;
    return {
      ...request,
      level: shown,
      turn: turn(),
      missing: status === "pending" ? standing.missing : 0,
      decisions: said.map((one) => ({ ...one, counts: one.revision === revision })),
      approvers:
        status === "pending"
          ? candidates
              .filter(canDecide)
              .slice(0, NAMES_MAX)
              .map((one) => one.memberId)
          : [],
    };
  });
}

/** The permissions that someone needs who could decide about any of these, by the policies then and now. */
const permissionsToAsk = (requests: readonly Request[], { policies }: Facts): Permission[] =>
  permissionsIn(
    [...requests, ...[...policies.values()].flatMap((set) => set.policies)].flatMap(({ levels }) => levels),
  );

interface Spoken extends ShownDecision {
  readonly requestId: string;
  readonly revision: number;
}

async function readSpoken(tx: Tx, requests: readonly Request[]): Promise<Map<string, Spoken[]>> {
  const rows = await tx.query<Spoken>(
    `select request_id as "requestId", member_id as "memberId", revision, verdict, remarks,
       decided_at as "decidedAt"
     from approvals.decision
     where merchant_id = $1
       and request_id = any ($2::uuid[])
     order by decided_at`,
    [tx.merchantId, requests.map(({ requestId }) => requestId)],
  );
  return Map.groupBy(rows, ({ requestId }) => requestId);
}

/** Returns a member other than the caller who can decide about a request now, or null. */
export async function findOtherApprover(
  tx: Tx,
  { request, by }: { request: Request; by: Actor },
): Promise<string | null> {
  const facts = await readFacts(tx, [request]);
  const holders = await readHolders(tx, permissionsToAsk([request], facts), { everyone: true });
  const ids = holders.map(({ memberId }) => memberId).filter((memberId) => memberId !== memberOf(by));
  const permitted = await readPermissions(tx, ids);
  const spoken = new Set((facts.decisions.get(request.requestId) ?? []).map(({ memberId }) => memberId));
  const found = ids.find((id) => {
    const member = permitted.get(id);
    const isOut = spoken.has(id) || request.makerIds.includes(id) || isTooClose(request, facts, id);
    const isFree = member !== undefined && !isOut;
    return isFree && turnOf(request, facts, member) === "now";
  });
  return found ?? null;
}
