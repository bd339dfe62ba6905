/**
 * Operator commands for people: members, their permissions, their passwords and second factors, approval policies and
 * their decisions.
 */
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import {
  AccessError,
  addMember,
  disableMember,
  enableMember,
  isPermission,
  listMembers,
  type Member,
  PERMISSIONS,
  ROLES,
  setPermissions,
  type Grant,
  type Grants,
  type Role,
  findAccounts,
  readSecondFactorForAll,
  resetFactors,
  startPasswordResets,
} from "#access";
import {
  ApprovalError,
  decideRequests,
  listPolicies,
  listRequests,
  parseExceptions,
  parsePolicies,
  setPolicies,
  WAYS,
  SUBJECT_KINDS,
  type Request,
  type ApproverVerdict,
} from "#approvals";
import { linkTo } from "#entry";
import type { Context } from "#lib/context";
import { maskVpasIn } from "#lib/mask-account";
import { changeSecondFactorForAll } from "#settings";
import {
  command,
  merchantCommand,
  needed,
  optional,
  organizationCommand,
  usually,
} from "./define-command.ts";
import { OptionError, readHash, readId, readWhole, readWord, readSwitch } from "./option-values.ts";

const EXPIRE_AFTER_MAX_HOURS = 366 * 24;

/** Adds the operator's commands for people to the command line. */
export function addPeople(program: Command): void {
  addMembers(program);
  addApprovals(program);
}

const MEMBER = { email: needed("--member <email>") };

const RIGHTS = {
  may: needed(
    "--may <role>",
    `none, ${Object.keys(ROLES).join(", ")}, or permissions separated by commas: ${PERMISSIONS.join(", ")}`,
  ),
  mayInSandbox: optional("--may-in-sandbox <role>", "the same for the sandbox; default: as --may"),
};

function addMembers(program: Command): void {
  command(program, {
    name: "add-member",
    says: "add a member to an organization",
    options: {
      organizationId: needed("--organization <id>", "", readId),
      email: needed("--email <email>"),
      name: needed("--name <name>"),
      ...RIGHTS,
    },
    run: async (ctx, { may, mayInSandbox, ...member }) =>
      addMember(ctx, { ...member, grant: readGrants(may, mayInSandbox), by: "system" }),
  });
  organizationCommand(program, {
    name: "list-members",
    says: "list the members of an organization",
    run: (ctx, organizationId) => ctx.db.inMerchant(organizationId, (tx) => listMembers(tx, { limit: 500 })),
  });
  organizationCommand(program, {
    name: "set-permissions",
    says: "set a member's permissions",
    options: { ...MEMBER, ...RIGHTS },
    run: async (ctx, organizationId, { email, may, mayInSandbox, by }) => {
      const { memberId } = await findMember(ctx, organizationId, email);
      return setPermissions(ctx, organizationId, { memberId, grant: readGrants(may, mayInSandbox), by });
    },
  });
  for (const [name, verb, says] of [
    ["disable-member", disableMember, "disable a member"],
    ["enable-member", enableMember, "re-enable a disabled member with the previous permissions"],
  ] as const)
    organizationCommand(program, {
      ...{ name, says, options: MEMBER },
      run: async (ctx, organizationId, { email, by }) => {
        const { memberId } = await findMember(ctx, organizationId, email);
        return verb(ctx, organizationId, { memberId, by });
      },
    });
}

function addApprovals(program: Command): void {
  const hours = optional(
    "--expire-after <hours>",
    "hours until a request expires",
    readWhole(1, EXPIRE_AFTER_MAX_HOURS),
  );
  const channels = optional("--except <ways>", `channels that need no approval: ${WAYS.join(", ")}`);
  merchantCommand(program, {
    name: "set-policies",
    says: "set approval policies from a JSON file; for its format see the README of the module approvals",
    options: {
      subjectKind: needed("--kind <kind>", SUBJECT_KINDS.join(", "), readWord(SUBJECT_KINDS)),
      file: needed("--file <path>"),
      expireAfter: usually(hours, 168),
      except: usually(channels, ""),
    },
    run: async (ctx, merchantId, { subjectKind, file, expireAfter, except, by }) => {
      const policies = parsePolicies(await readJson(file), subjectKind);
      const exceptWays = parseExceptions(except === "" ? null : except.split(","));
      const expireAfterMinutes = expireAfter * 60;
      return setPolicies(ctx, merchantId, { subjectKind, policies, expireAfterMinutes, exceptWays, by });
    },
  });
  merchantCommand(program, {
    name: "list-policies",
    says: "list a merchant's approval policies",
    run: listPolicies,
  });
  merchantCommand(program, {
    name: "list-approvals",
    says: "list pending approval requests, most urgent first",
    run: async (ctx, merchantId) => {
      const waiting = await ctx.db.inMerchant(merchantId, (tx) => listRequests(tx, { limit: 500 }));
      return waiting.map(shown);
    },
  });
  for (const verdict of ["approve", "reject"] as const)
    merchantCommand(program, {
      name: verdict,
      says: `${verdict} a request on behalf of a member`,
      options: {
        requestId: needed("--request <id>", "", readId),
        ...MEMBER,
        contentHash: needed(
          "--content <hash>",
          "contentHash of what the member has seen, in hexadecimal",
          readHash,
        ),
        remarks: usually(optional("--remarks <text>", "why"), ""),
      },
      run: (ctx, merchantId, decision) => decide(ctx, merchantId, { verdict, ...decision }),
    });
}

function readGrants(may: string, mayInSandbox: string | undefined): Grants {
  const live = readGrant(may);
  return mayInSandbox === undefined ? live : { live, sandbox: readGrant(mayInSandbox) };
}

/** Reads a grant; `none` means no permissions. */
function readGrant(may: string): Grant {
  if (may === "none") return { permissions: [] };
  if (Object.hasOwn(ROLES, may)) return { role: may as Role };
  const permissions = may.split(",").map((name) => name.trim());
  const unknown = permissions.find((name) => !isPermission(name));
  if (unknown !== undefined) throw new OptionError(`--may ${unknown} is not a role or permission`);
  return { permissions: permissions.filter(isPermission) };
}

/** Finds a member in a transaction of the organization or of one of its merchants. */
async function findMember(ctx: Context, ownerId: string, email: string): Promise<Member> {
  const [member] = await ctx.db.inMerchant(ownerId, (tx) => listMembers(tx, { limit: 1, email }));
  if (member === undefined) throw AccessError.member_not_found({ email });
  return member;
}

/** Throws OptionError if the file cannot be read or is not JSON. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch (error) {
    const why = error instanceof SyntaxError ? "is not JSON" : "cannot be read";
    throw new OptionError(`--file ${file} ${why}: ${(error as Error).message}`);
  }
}

interface ToDecide {
  readonly requestId: string;
  readonly email: string;
  readonly verdict: ApproverVerdict;
  readonly contentHash: Buffer;
  readonly remarks: string;
}

/** Decides an approval request. Throws ApprovalError with the reason if it cannot be decided. */
async function decide(
  ctx: Context,
  merchantId: string,
  { requestId, email, verdict, contentHash, remarks }: ToDecide,
): Promise<unknown> {
  const { memberId } = await findMember(ctx, merchantId, email);
  const decision = { request: { requestId }, memberId, verdict, contentHash, remarks };
  const [outcome] = await ctx.db.inMerchant(merchantId, (tx) => decideRequests(tx, [decision]));
  const { request, ...rest } = outcome!;
  if (rest.kind === "refused") {
    throw ApprovalError[rest.code]({ requestId, status: request?.status ?? null });
  }
  return { ...rest, request: request && shown(request) };
}

/** Shows a request with its hash in hexadecimal, so that people can copy it. */
const shown = ({ contentHash, ...request }: Request) => ({
  ...request,
  contentHash: contentHash.toString("hex"),
  proposal: maskVpasIn(request.proposal),
});

/** Without an organization an address of several accounts gets no link: any of them may be a stranger's. */
async function linkForPassword(ctx: Context, member: string, organization?: string): Promise<object> {
  const accounts = await findAccounts(ctx, member);
  if (organization === undefined && accounts.length > 1)
    return accounts.map(({ email, name, organizationId: id, organizationName }) => ({
      member: email,
      name,
      organization: organizationName,
      id,
    }));
  const wanted = { carried: true, organizationId: organization ?? null };
  const [reset] = await startPasswordResets(ctx, member, wanted);
  if (reset === undefined) throw AccessError.member_not_found({ email: member });
  const link = linkTo(ctx, "reset-password", reset.ticket);
  return { member: reset.email, organization: reset.organizationName, link };
}

/** Adds the operator's commands for access to the command line. */
export function addAccess(program: Command): void {
  command(program, {
    name: "send-password-link",
    says:
      "print a link for a member to set a password, which works once, for half an hour; where several organizations " +
      "have an account with the address, list them: choose one with --organization",
    options: {
      member: needed("--member <email>"),
      organization: optional("--organization <id>", "", readId),
    },
    run: (ctx, { member, organization }) => linkForPassword(ctx, member, organization),
  });
  organizationCommand(program, {
    name: "reset-factors",
    says: "remove a member's second factors; the member then logs in with the password only",
    options: { email: needed("--member <email>") },
    run: async (ctx, organizationId, { email }) => {
      const member = await findMember(ctx, organizationId, email);
      await resetFactors(ctx, organizationId, member.memberId);
      return { member: member.email };
    },
  });
  organizationCommand(program, {
    name: "second-factor-policy",
    says: "show whether every member needs a second factor, or set it",
    options: {
      forAll: optional(
        "--for-all <on|off>",
        "on: also Initiators, Viewers and everyone in the sandbox; off: in live, those who can do more than " +
          "prepare and see; absent: nothing changes",
        readSwitch,
      ),
    },
    run: async (ctx, organizationId, { forAll, by }) => {
      if (forAll !== undefined) await changeSecondFactorForAll(ctx, organizationId, { forAll, by });
      return { forAll: await ctx.db.inMerchant(organizationId, readSecondFactorForAll) };
    },
  });
}
