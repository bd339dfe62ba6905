/** One request, and the people and events that act on it: their actions, and the expected results. */
import assert from "node:assert/strict";
import { setPermissions } from "#access";
import {
  decideRequests,
  expireRequests,
  followRequests,
  hashContent,
  matchPolicy,
  openRequests,
  readPolicies,
  reviseRequests,
  setPolicies,
  withdrawRequests,
  type Policy,
  type PolicyFacts,
} from "#approvals";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import { makeMembers } from "#test/make-members";
import type { World } from "../world.ts";
import { apply, type Action, type ModelState } from "./approval-model.ts";
import { makeStage, type Choose, type Play } from "./stage.ts";

/** All actors. */
export const ACTIONS: Readonly<Record<string, Action>> = {
  "asha approves": { kind: "approve", person: "asha" },
  "vikram approves": { kind: "approve", person: "vikram" },
  "farhan rejects": { kind: "reject", person: "farhan" },
  "the maker approves": { kind: "approve", person: "leela" },
  "the maker withdraws": { kind: "withdraw", person: "leela" },
  "the maker edits": { kind: "edit", person: "leela" },
  "asha loses her role": { kind: "lose_role", person: "asha" },
  "the policy changes": { kind: "change_policy", person: "system" },
  "time passes": { kind: "expire", person: "system" },
};

/** The actors on a request that needs this many approvals, and the number that the policy requires after its change. */
export interface Scene {
  readonly names: readonly string[];
  readonly needed: number;
  readonly changedTo: number;
}

interface Theatre {
  readonly organizationId: string;
  readonly merchantId: string;
  /** Plays a scene in one order, and compares each result and the final state of the database with the model. */
  readonly play: (scene: Scene, choose: Choose) => Promise<{ turns: readonly string[]; released: boolean }>;
}

/** The places where actors meet: statements that take a lock that another actor may want. */
const STEPS: readonly (readonly [RegExp, string])[] = [
  [/from approvals\.policy_set\s[\s\S]*for share/, "hold the policies"],
  [/from access\.member\s[\s\S]*for (share|no key update)/, "hold the members"],
  [/approvals\.request[\s\S]*for no key update/, "lock the request"],
  [/insert into approvals\.policy_set/, "lock the policies"],
];

const SUBJECT = "limit";
const DAY_MS = 86_400_000;
const FACTS: PolicyFacts = {
  amountPaise: 9_000_00n,
  rail: null,
  fundSourceId: "WALLET_1",
  creator: "member",
};

/** The data that an actor needs besides its action. */
interface Part {
  readonly merchantId: string;
  readonly organizationId: string;
  readonly people: Readonly<Record<string, string>>;
  readonly subjectId: string;
  readonly changedTo: number;
}

/** A subject as a module would store it, with the number of releases and of ends of its request. */
const SUBJECTS = `
  create table public.subject (
    merchant_id uuid, subject_id text, content text, ended integer default 0, released integer default 0,
    primary key (merchant_id, subject_id)
  );
  grant select, insert, update on public.subject to vitaran_app`;

export async function openTheatre(world: World): Promise<Theatre> {
  const { organizationId, merchantId } = await world.makeMerchant();
  const people: Readonly<Record<string, string>> = await makeMembers(world.ctx, organizationId, {
    asha: "approver",
    vikram: "approver",
    farhan: "approver",
    leela: "approver",
    devi: "admin",
  });
  await world.look(SUBJECTS);
  followRequests(SUBJECT, async (tx, ends) => {
    for (const { request } of ends)
      await tx.execute(
        `update public.subject
         set ended = ended + 1, released = released + case when $3 = 'approved' then 1 else 0 end
         where merchant_id = $1 and subject_id = $2`,
        [tx.merchantId, request.subjectId, request.status],
      );
  });
  const stage = makeStage(world, {
    stepOf: (statement) => STEPS.find(([pattern]) => pattern.test(statement))?.[1] ?? null,
  });
  let scenes = 0;
  return {
    organizationId,
    merchantId,
    async play(scene, choose) {
      const subjectId = `subject-${(scenes += 1)}`;
      const part = { merchantId, organizationId, people, subjectId, changedTo: scene.changedTo };
      await setScene(world.ctx, part, scene.needed);
      const players = scene.names.map((name) => ({
        name,
        act: (ctx: Context) => act(ctx, ACTIONS[name]!, part),
      }));
      const played = await stage(players, choose);
      const state = compare(scene, played);
      await compareWithDatabase(world, part, state);
      await clearScene(world, part, scene);
      return { turns: played.turns, released: state.status === "approved" };
    },
  };
}

const setNeeded = (ctx: Context, merchantId: string, approvers: number) => {
  const levels = [{ approvers, permission: "approve_quick_transfer", memberIds: null } as const];
  const conditions = { fromPaise: null, toPaise: null, rails: null, fundSourceIds: null, creators: null };
  const policies: Policy[] = [{ name: `${approvers} of them`, ...conditions, levels }];
  return setPolicies(ctx, merchantId, { subjectKind: SUBJECT, policies, by: "system" });
};

const hashOf = (subjectId: string, content: string): Buffer => hashContent({ subjectId, content });

/** Opens a request. */
async function setScene(
  ctx: Context,
  { merchantId, people, subjectId }: Part,
  needed: number,
): Promise<void> {
  const set = await ctx.db.inMerchant(merchantId, (tx) => readPolicies(tx, SUBJECT));
  if (set.policies[0]?.levels[0]?.approvers !== needed) await setNeeded(ctx, merchantId, needed);
  await ctx.db.inMerchant(merchantId, async (tx) => {
    const insert = "insert into public.subject (merchant_id, subject_id, content) values ($1, $2, 'first')";
    await tx.execute(insert, [merchantId, subjectId]);
    const requirement = matchPolicy(await readPolicies(tx, SUBJECT), FACTS)!;
    const maker = `member:${people.leela}` as const;
    const request = {
      subjectKind: SUBJECT,
      subjectId,
      contentHash: hashOf(subjectId, "first"),
      maker,
    } as const;
    await openRequests(tx, [{ ...request, facts: FACTS, requirement }]);
  });
}

/** Undoes the changes to people, and leaves no open request. */
async function clearScene(world: World, part: Part, { names }: Scene): Promise<void> {
  const { merchantId, organizationId, people, subjectId } = part;
  await world.ctx.db.inMerchant(merchantId, (tx) =>
    withdrawRequests(tx, [{ request: { subjectKind: SUBJECT, subjectId }, by: "system" }]),
  );
  if (names.includes("time passes"))
    await world.look("delete from lib.merchant_clock where merchant_id = $1", [merchantId]);
  if (names.includes("asha loses her role")) {
    const back = { memberId: people.asha!, grant: { role: "approver" }, by: "system" } as const;
    await setPermissions(world.ctx, organizationId, back);
  }
}

async function act(ctx: Context, { kind, person }: Action, part: Part): Promise<string | undefined> {
  const { merchantId, organizationId, people, subjectId, changedTo } = part;
  const request = { subjectKind: SUBJECT, subjectId } as const;
  const maker = `member:${people.leela}` as const;
  const first = async (work: (tx: Tx) => Promise<{ kind: string; code?: string }[]>) => {
    const [outcome] = await ctx.db.inMerchant(merchantId, work);
    return outcome?.code ?? outcome?.kind;
  };
  switch (kind) {
    case "approve":
    case "reject": {
      const decision = { memberId: people[person]!, verdict: kind, contentHash: hashOf(subjectId, "first") };
      return first((tx) => decideRequests(tx, [{ request, ...decision }]));
    }
    case "withdraw":
      return first((tx) => withdrawRequests(tx, [{ request, by: maker }]));
    case "edit":
      return first(async (tx) => {
        const contentHash = hashOf(subjectId, "second");
        const outcomes = await reviseRequests(tx, [{ request, contentHash, facts: FACTS, by: maker }]);
        const edit =
          "update public.subject set content = 'second' where merchant_id = $1 and subject_id = $2";
        if (outcomes[0]?.kind === "revised") await tx.execute(edit, [merchantId, subjectId]);
        return outcomes;
      });
    case "lose_role": {
      const change = { memberId: people[person]!, grant: { role: "initiator" }, by: "system" } as const;
      await setPermissions(ctx, organizationId, change);
      return "done";
    }
    case "change_policy":
      await setNeeded(ctx, merchantId, changedTo);
      return "done";
    case "expire": {
      const move = "insert into lib.merchant_clock (merchant_id, offset_ms) values ($1, $2)";
      await ctx.db.directory((tx) => tx.execute(move, [merchantId, 8 * DAY_MS]));
      const [expired] = await ctx.db.inMerchant(merchantId, expireRequests);
      return expired?.status ?? "already_ended";
    }
  }
}

/** Asserts that every actor received the model's answer, action by action in the order of the commits. */
function compare({ needed, changedTo }: Scene, play: Play): ModelState {
  const state: ModelState = {
    status: "pending",
    content: "first",
    frozen: needed,
    present: needed,
    permitted: new Set(["asha", "vikram", "farhan", "leela"]),
    makers: new Set(["leela"]),
    approvals: new Set(),
    decisions: 0,
  };
  const story = play.happenings.map(({ name, what }) => `${name}: ${what}`).join("\n");
  for (const { name, late } of commitsOf(play)) {
    const result = play.results.get(name)!;
    const told = result.status === "fulfilled" ? result.value : String(result.reason);
    const expected = apply(state, ACTIONS[name]!, { late, changedTo });
    assert.equal(told, expected, `${name}, ${needed} needed, then ${changedTo}\n${story}`);
  }
  return state;
}

/** Returns the actors that have committed, in order, and if each began after time had passed. */
function commitsOf({ happenings }: Play): { name: string; late: boolean }[] {
  const last = new Map(happenings.map(({ name, what }, at) => [`${name}: ${what}`, at]));
  const moved = happenings.findIndex(({ name, what }) => name === "time passes" && what === "committed");
  const at = (name: string, what: string): number => last.get(`${name}: ${what}`) ?? -1;
  return [...new Set(happenings.map(({ name }) => name))]
    .toSorted((a, b) => at(a, "committed") - at(b, "committed"))
    .map((name) => ({ name, late: moved !== -1 && at(name, "begun") > moved }));
}

async function compareWithDatabase(world: World, { merchantId, subjectId }: Part, state: ModelState) {
  const [left] = await world.look(
    `select request.status, subject.content, ended, released,
       (select count(*)::int from approvals.decision where decision.request_id = request.request_id) as decisions
     from approvals.request
     join public.subject using (merchant_id, subject_id)
     where merchant_id = $1 and subject_id = $2`,
    [merchantId, subjectId],
  );
  const { status, content, decisions } = state;
  const ended = status === "pending" ? 0 : 1;
  const released = status === "approved" ? 1 : 0;
  assert.deepEqual(left, { status, content, ended, released, decisions });
}
