/** Rights of members and roles that wait for another person, where the merchant's policies say so. */
import {
  changeMember,
  memberOf,
  saveRole,
  type ChangedMember,
  type MemberChange,
  type Mode,
  type Permission,
  type RoleToSave,
  type Withheld,
  type WithheldAtOpening,
} from "#access";
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import { askForApprovals } from "./ask-for-approvals.ts";
import { completeRights } from "./follow-rights.ts";
import { findRequests } from "./find-requests.ts";
import { hashContent } from "./hash-content.ts";
import { matchPolicy } from "./match-policy.ts";
import { readPolicies } from "./read-policies.ts";
import type { Proposal } from "./request.ts";
import { withdrawRequests } from "./withdraw-requests.ts";

/** A request for rights: the environment that they are for, and until when its maker is alone with it. */
export interface RightsAsked {
  readonly requestId: string;
  readonly mode: Mode;
  readonly aloneUntil: Date | null;
}

/** Environments in which rights wait, each with the merchant whose members are asked. */
export type Guards = ReadonlyMap<Mode, string>;

const FACTS = { amountPaise: null, rail: null, fundSourceId: null, creator: "member" } as const;

/**
 * Changes what a member may do, as `changeMember` does: what takes rights away, and what is harmless, at once. Powers
 * that the member did not have wait for approval in each environment whose policies ask for it. A change that waited
 * before is withdrawn.
 */
export async function changeRights(
  ctx: Context,
  organizationId: string,
  change: Omit<MemberChange, "withholdIn">,
): Promise<ChangedMember & { readonly asked: readonly RightsAsked[] }> {
  const guards = await findGuards(ctx, organizationId, change.by);
  const member = await changeMember(ctx, organizationId, { ...change, withholdIn: [...guards.keys()] });
  const { memberId } = member;
  await withdrawOpen(ctx, organizationId, { subjectId: `member:${memberId}`, by: change.by });
  return { ...member, asked: await askForRights(ctx, { ...member, guards, by: change.by }) };
}

/** Environments in which rights wait for another person. The system waits for no one. */
export async function findGuards(
  ctx: Pick<Context, "db">,
  organizationId: string,
  by: Actor,
): Promise<Guards> {
  const guards = new Map<Mode, string>();
  if (memberOf(by) === null) return guards;
  for (const { merchantId, mode } of await listMerchants(ctx, organizationId)) {
    if (guards.has(mode)) continue;
    const set = await ctx.db.inMerchant(merchantId, (tx) => readPolicies(tx, "rights"));
    if (matchPolicy(set, FACTS) !== null) guards.set(mode, merchantId);
  }
  return guards;
}

interface ToAsk {
  readonly memberId: string;
  readonly name: string;
  readonly email: string;
  /** What the member may do now. */
  readonly rights: Readonly<Record<Mode, { readonly permissions: readonly Permission[] }>>;
  readonly withheld: Withheld;
  readonly guards: Guards;
  readonly by: Actor;
}

/** Asks for what was withheld from a member, in each environment by itself. */
export async function askForRights(
  ctx: Pick<Context, "db">,
  { memberId, name, email, rights, withheld, guards, by }: ToAsk,
): Promise<RightsAsked[]> {
  const asked: RightsAsked[] = [];
  for (const mode of ["live", "sandbox"] as const) {
    const granted = withheld[mode];
    if (granted === undefined) continue;
    const proposal = {
      memberId,
      name,
      email,
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
 * Asks for the powers that were withheld as the first live merchant of an organization opened, in the names of those
 * who gave them.
 */
export async function askAtOpening(
  ctx: Pick<Context, "db">,
  merchantId: string,
  withheld: readonly WithheldAtOpening[],
): Promise<(RightsAsked & { readonly by: Actor; readonly name: string })[]> {
  const guards = new Map([["live", merchantId]] as const);
  const asked = [];
  for (const { givenBy, ...member } of withheld) {
    const by = `member:${givenBy}` as const;
    const { name } = member;
    for (const one of await askForRights(ctx, { ...member, guards, by })) asked.push({ ...one, by, name });
  }
  return asked;
}

/**
 * Makes or changes a custom role, as `saveRole` does. Powers that it did not have wait for approval: in live where the
 * organization is live, since the role may be given there.
 */
export async function requestRole(
  ctx: Context,
  organizationId: string,
  role: Omit<RoleToSave, "withholds">,
): Promise<{ roleId: string; asked: readonly RightsAsked[] }> {
  const guards = await findGuards(ctx, organizationId, role.by);
  const mode = (["live", "sandbox"] as const).find((one) => guards.has(one));
  const withholds = mode !== undefined;
  const { roleId, holders, withheld, was } = await saveRole(ctx, organizationId, { ...role, withholds });
  const subjectId = `role:${roleId}`;
  await withdrawOpen(ctx, organizationId, { subjectId, by: role.by });
  if (withheld === null || mode === undefined) return { roleId, asked: [] };
  const proposal = {
    roleId,
    name: role.name,
    mode,
    permissions: withheld.join(","),
    was: was.join(","),
    heldBy: holders.map(({ memberId }) => memberId).join(","),
    members: holders.map(({ name }) => name).join(", "),
  };
  const one = await ask(ctx, guards.get(mode)!, { subjectId, proposal, by: role.by });
  return { roleId, asked: one === null ? [] : [{ ...one, mode }] };
}

interface RightsToAsk {
  readonly subjectId: string;
  readonly proposal: Proposal;
  readonly by: Actor;
}

/** Null: no policy asks for it any more, and it is done. */
async function ask(
  ctx: Pick<Context, "db">,
  merchantId: string,
  { subjectId, proposal, by }: RightsToAsk,
): Promise<Omit<RightsAsked, "mode"> | null> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const subject = { subjectId, contentHash: hashContent(proposal), maker: by, facts: FACTS, proposal };
    const [asked] = await askForApprovals(tx, "rights", [subject]);
    if (asked!.kind === "pending") return asked!;
    await completeRights(tx, { proposal, by });
    return null;
  });
}

/** A new change takes the place of one that waits. */
async function withdrawOpen(
  ctx: Pick<Context, "db">,
  organizationId: string,
  { subjectId, by }: { subjectId: string; by: Actor },
): Promise<void> {
  for (const { merchantId } of await listMerchants(ctx, organizationId)) {
    await ctx.db.inMerchant(merchantId, async (tx) => {
      const open = (await findRequests(tx, "rights", [subjectId])).get(subjectId);
      if (open?.status !== "pending") return;
      const request = { requestId: open.requestId };
      await withdrawRequests(tx, [{ request, by, mayEndSubject: true, remarks: "Changed once more." }]);
    });
  }
}

/** The environments of an organization, the oldest first. */
export function listMerchants(
  ctx: Pick<Context, "db">,
  organizationId: string,
): Promise<{ merchantId: string; mode: Mode }[]> {
  return ctx.db.directory((tx) => tx.query(LIST_MERCHANTS, [organizationId]));
}

const LIST_MERCHANTS = `
  select merchant_id as "merchantId", mode
  from access.merchant
  where organization_id = $1
  order by created_at, merchant_id`;
