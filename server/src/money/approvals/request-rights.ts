/** Rights of members and roles, which wait for another person if the merchant's policies require it. */
import {
  changeMember,
  memberOf,
  saveRole,
  type ChangedMember,
  type CheckChange,
  type MemberChange,
  type MerchantMode,
  type Permission,
  type RoleToSave,
  type SavedRole,
  type Withheld,
  type WithheldAtOpening,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { isUnavailable, logFault } from "#lib/db-errors";
import type { Tx } from "#lib/db";
import { askForApprovals } from "./open-requests.ts";
import { completeRights } from "./follow-rights.ts";
import { ApprovalError } from "./errors.ts";
import { findRequests } from "./show-requests.ts";
import { hashContent, type Proposal } from "./request.ts";
import { matchPolicy } from "./match-policy.ts";
import { readPolicies } from "./stored-policies.ts";
import type { Requirement } from "./policy.ts";
import { isOfAnother, withdrawRequests } from "./end-requests.ts";

/** A request for rights, with its environment and the time until which its maker is alone with it. */
interface RightsAsked {
  readonly requestId: string;
  readonly mode: MerchantMode;
  readonly aloneUntil: Date | null;
}

/** The merchant at which rights wait, and what the policies of the other merchants of its environment ask for. */
interface Guard {
  readonly merchantId: string;
  readonly alsoAsked: readonly Requirement[];
}

/** The environments in which rights wait. */
type Guards = ReadonlyMap<MerchantMode, Guard>;

/** The guards, with a check that refuses a change once they are different. */
export interface Guarded {
  readonly guards: Guards;
  /**
   * The environment in which changes that act in both wait: live, as soon as there is a live merchant. Null if they
   * need not wait.
   */
  readonly whole: MerchantMode | null;
  readonly check: CheckChange;
}

/** Thrown if an environment was opened during a change. It is caught in this file. */
class EnvironmentOpened extends Error {}

const FACTS = { amountPaise: null, rail: null, fundSourceId: null, creator: "member" } as const;

/**
 * Changes what a member may do, as `changeMember` does. Rights that are taken away, and harmless ones, change at once.
 * Powers that the member did not have wait for approval in each environment whose policies require it. A change that
 * waited before is withdrawn; one that another member requested only in environments where this one takes something
 * away, or where an Owner gives something back. Throws `already_open` where another one would be left, except in
 * an environment where nothing changes, and beside what an Owner gives back.
 */
export async function changeRights(
  ctx: Context,
  organizationId: string,
  change: Omit<MemberChange, "withholdIn">,
): Promise<ChangedMember & { readonly asked: readonly RightsAsked[] }> {
  const { by } = change;
  const subject = { subjectId: `member:${change.memberId}`, by };
  return withGuards(ctx, { organizationId, by }, async ({ guards, check }) => {
    const open = await findOpen(ctx, organizationId, subject);
    const ended = new Set<Open>();
    const wanted = { ...change, withholdIn: [...guards.keys()], check: both(check, sparing(open, ended)) };
    const member = await changeMember(ctx, organizationId, wanted);
    if (member.waitsUntil === null) await withdrawOpen(ctx, ended, by);
    return { ...member, asked: await askForRights(ctx, { ...member, guards, by }) };
  });
}

/**
 * Makes a change under the guards that are in force at that moment: the environments in which rights wait for another
 * person. Rights act in all merchants of an environment, so the policies of each of them are asked. The system waits
 * for no one. If an environment is opened meanwhile, the change begins anew; otherwise live powers would be given by
 * the rules of an organization that was not live yet.
 */
export async function withGuards<T>(
  ctx: Pick<Context, "db">,
  { organizationId, by }: { organizationId: string; by: Actor },
  change: (guarded: Guarded) => Promise<T>,
): Promise<T> {
  if (memberOf(by) === null) return change({ guards: new Map(), whole: null, check: () => {} });
  const merchants = await listMerchants(ctx, organizationId);
  const guards = new Map<MerchantMode, Guard>();
  for (const { merchantId, mode } of merchants) {
    const set = await ctx.db.inMerchant(merchantId, (tx) => readPolicies(tx, "rights"));
    const asks = matchPolicy(set, FACTS);
    if (asks === null) continue;
    const guard = guards.get(mode);
    if (guard === undefined) guards.set(mode, { merchantId, alsoAsked: [] });
    else guards.set(mode, { ...guard, alsoAsked: [...guard.alsoAsked, asks] });
  }
  const check = async (tx: Tx): Promise<void> => {
    const present = await tx.query(LIST_MERCHANTS, [organizationId]);
    if (present.length !== merchants.length) throw new EnvironmentOpened();
  };
  try {
    const widest = merchants.some(({ mode }) => mode === "live") ? "live" : "sandbox";
    return await change({ guards, whole: guards.has(widest) ? widest : null, check });
  } catch (error) {
    if (error instanceof EnvironmentOpened) return withGuards(ctx, { organizationId, by }, change);
    throw error;
  }
}

const both =
  (one: CheckChange, other: CheckChange): CheckChange =>
  async (tx, change) => {
    await one(tx, change);
    await other(tx, change);
  };

interface ToAsk {
  readonly memberId: string;
  /** The rights that the member has now. */
  readonly rights: Readonly<Record<MerchantMode, { readonly permissions: readonly Permission[] }>>;
  readonly withheld: Withheld;
  readonly guards: Guards;
  readonly by: Actor;
}

/** Requests the rights that were withheld from a member, separately in each environment. */
export async function askForRights(
  ctx: Pick<Context, "db">,
  { memberId, rights, withheld, guards, by }: ToAsk,
): Promise<RightsAsked[]> {
  const asked: RightsAsked[] = [];
  for (const mode of ["live", "sandbox"] as const) {
    const granted = withheld[mode];
    if (granted === undefined) continue;
    const proposal = {
      memberId,
      mode,
      roleId: granted.roleId,
      permissions: granted.permissions.join(","),
      was: rights[mode].permissions.join(","),
    };
    const one = await ask(ctx, guards.get(mode)!, { subjectId: `member:${memberId}`, proposal, by });
    if (one !== null) asked.push({ ...one, mode });
  }
  return asked;
}

/**
 * Requests the powers that were withheld when the first live merchant of an organization opened, in the names of the
 * members who gave them. Requests of the sandbox about roles end, because they can have no effect any more.
 */
export async function askAtOpening(
  ctx: Pick<Context, "db" | "log">,
  merchantId: string,
  withheld: readonly WithheldAtOpening[],
): Promise<void> {
  await withdrawInSandboxes(ctx, merchantId);
  const guards = new Map([["live", { merchantId, alsoAsked: [] }]] as const);
  for (const { givenBy, ...member } of withheld)
    await askForRights(ctx, { ...member, guards, by: `member:${givenBy}` });
}

/** A role acts in live too, so another person is asked there from now on. */
async function withdrawInSandboxes(ctx: Pick<Context, "db" | "log">, liveId: string): Promise<void> {
  const sandboxes = await ctx.db.directory((tx) =>
    tx.query<{ merchantId: string }>(FIND_SANDBOXES, [liveId]),
  );
  for (const { merchantId } of sandboxes) {
    const withdrawing = ctx.db.inMerchant(merchantId, async (tx) => {
      const open = await tx.query<{ requestId: string }>(FIND_OPEN_OF_ROLES, [merchantId]);
      const remarks = "Live was opened: ask again there.";
      const withdrawals = open.map((request) => ({ request, by: "system", remarks }) as const);
      await withdrawRequests(tx, withdrawals);
    });
    await withdrawing.catch((error: unknown) => {
      // The live merchant is there already, and a request that stays open has no effect.
      if (!isUnavailable(error)) throw error;
      logFault(ctx.log, error, {
        facts: { merchantId },
        text: "requests about roles stay open in a sandbox",
      });
    });
  }
}

/**
 * Creates or changes a custom role, as `saveRole` does. Powers that it did not have wait for approval: in live if the
 * organization is live, since the role may be given there.
 */
export async function requestRole(
  ctx: Context,
  organizationId: string,
  role: Omit<RoleToSave, "withholds">,
): Promise<{ roleId: string; asked: readonly RightsAsked[] }> {
  const { by } = role;
  return withGuards(ctx, { organizationId, by }, async ({ guards, whole: mode, check }) => {
    const subject = { subjectId: `role:${role.roleId}`, by };
    const open = role.roleId === undefined ? [] : await findOpen(ctx, organizationId, subject);
    const ended = new Set<Open>();
    const wanted = { ...role, withholds: mode !== null, check: both(check, sparing(open, ended)) };
    const saved = await saveRole(ctx, organizationId, wanted);
    await withdrawOpen(ctx, ended, by);
    const { roleId } = saved;
    if (saved.withheld === null || mode === null) return { roleId, asked: [] };
    const one = await askForRole(ctx, { ...saved, name: role.name, mode, guard: guards.get(mode)!, by });
    return { roleId, asked: one === null ? [] : [{ ...one, mode }] };
  });
}

interface RoleToAsk extends SavedRole {
  readonly name: string;
  readonly mode: MerchantMode;
  readonly guard: Guard;
  readonly by: Actor;
}

function askForRole(
  ctx: Pick<Context, "db">,
  { roleId, name, mode, withheld, was, holders, guard, by }: RoleToAsk,
): Promise<Omit<RightsAsked, "mode"> | null> {
  const proposal = {
    roleId,
    name,
    mode,
    permissions: withheld!.join(","),
    was: was.join(","),
    heldBy: holders.map(({ memberId }) => memberId).join(","),
  };
  return ask(ctx, guard, { subjectId: `role:${roleId}`, proposal, by });
}

interface RightsToAsk {
  readonly subjectId: string;
  readonly proposal: Proposal;
  readonly by: Actor;
}

/** Returns null if no policy asks for it any more, and it is done. */
async function ask(
  ctx: Pick<Context, "db">,
  { merchantId, alsoAsked }: Guard,
  { subjectId, proposal, by }: RightsToAsk,
): Promise<Omit<RightsAsked, "mode"> | null> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const contentHash = hashContent(proposal);
    const subject = { subjectId, contentHash, maker: by, facts: FACTS, proposal, alsoAsked };
    const [asked] = await askForApprovals(tx, "rights", [subject]);
    if (asked!.kind === "pending") return asked!;
    await completeRights(tx, { proposal, by });
    return null;
  });
}

/** A request that waits, with a flag for one that another person made who can still make it. */
interface Open {
  readonly merchantId: string;
  readonly mode: MerchantMode;
  readonly requestId: string;
  readonly ofAnother: boolean;
}

/** Requests about a member or a role that wait. */
async function findOpen(
  ctx: Pick<Context, "db">,
  organizationId: string,
  { subjectId, by }: { subjectId: string; by: Actor },
): Promise<Open[]> {
  const found: Open[] = [];
  for (const { merchantId, mode } of await listMerchants(ctx, organizationId)) {
    await ctx.db.inMerchant(merchantId, async (tx) => {
      const open = (await findRequests(tx, "rights", [subjectId])).get(subjectId);
      if (open?.status !== "pending") return;
      found.push({ merchantId, mode, requestId: open.requestId, ofAnother: await isOfAnother(tx, open, by) });
    });
  }
  return found;
}

/**
 * Adds the requests that a change ends. It ends what another member has asked for only in environments where it takes
 * something away or gives something back. Where nothing changes, and beside what an Owner gives back, the other
 * requests stay; otherwise one member's request would be in the way of a change elsewhere.
 */
const sparing =
  (open: readonly Open[], ended: Set<Open>): CheckChange =>
  (_tx, { takes, changes = ["live", "sandbox"], givesBack = [], waits = [] }) => {
    const ends = [...takes, ...givesBack];
    const spared = open.filter(({ ofAnother, mode }) => ofAnother && !ends.includes(mode));
    const isElsewhere = (mode: MerchantMode) =>
      givesBack.length > 0 || (changes.length > 0 && !changes.includes(mode));
    if (spared.some(({ mode }) => !isElsewhere(mode) || waits.includes(mode)))
      throw ApprovalError.already_open();
    for (const one of open) if (!spared.includes(one)) ended.add(one);
  };

/** A new change takes the place of one that waits. */
async function withdrawOpen(ctx: Pick<Context, "db">, open: Iterable<Open>, by: Actor): Promise<void> {
  for (const { merchantId, requestId } of open) {
    const request = { requestId };
    const withdrawal = { request, by, mayEndSubject: true, remarks: "Changed once more." };
    await ctx.db.inMerchant(merchantId, (tx) => withdrawRequests(tx, [withdrawal]));
  }
}

/** The environments of an organization, the oldest first. */
export function listMerchants(
  ctx: Pick<Context, "db">,
  organizationId: string,
): Promise<{ merchantId: string; mode: MerchantMode }[]> {
  return ctx.db.directory((tx) => tx.query(LIST_MERCHANTS, [organizationId]));
}

const LIST_MERCHANTS = `
  select merchant_id as "merchantId", mode
  from access.merchant
  where organization_id = $1
  order by created_at, merchant_id`;

const FIND_SANDBOXES = `
  select sandbox.merchant_id as "merchantId"
  from access.merchant as live
  join access.merchant as sandbox on sandbox.organization_id = live.organization_id and sandbox.mode = 'sandbox'
  where live.merchant_id = $1 and live.mode = 'live'
  order by sandbox.merchant_id`;

const FIND_OPEN_OF_ROLES = `
  select request_id as "requestId"
  from approvals.request
  where merchant_id = $1 and status = 'pending' and subject_kind = 'rights' and subject_id like 'role:%'
  order by request_id`;
