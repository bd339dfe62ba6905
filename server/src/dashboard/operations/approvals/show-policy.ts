/** Policies as people write and read them: amounts in rupees, null for no condition. */
import Type from "typebox";
import { nameMembers, PERMISSIONS } from "#access";
import type { Policy } from "#approvals";
import type { Tx } from "#lib/db";
import { readFundSources } from "#fund-sources";
import { formatRupees } from "#lib/money";
import { nullable } from "#dashboard/schemas";

const text = Type.String({ maxLength: 100 });
const texts = nullable(Type.Array(text, { maxItems: 100 }));

const level = Type.Object(
  {
    approvers: Type.Integer({ minimum: 1, maximum: 10 }),
    permission: Type.Enum([...PERMISSIONS]),
    members: texts,
  },
  { $id: "PolicyLevel" },
);

export const policySchema = Type.Object(
  {
    name: text,
    from: nullable(text),
    to: nullable(text),
    rails: texts,
    fundSources: texts,
    creators: texts,
    levels: Type.Array(level, { maxItems: 5 }),
  },
  { $id: "ApprovalPolicy" },
);

/** Shows every field of a policy: what is approved must be seen, so a field that is left over does not compile. */
export function showPolicy(policy: Policy): object {
  const { name, fromPaise, toPaise, rails, fundSourceIds, creators, levels, ...rest } = policy;
  rest satisfies Record<string, never>;
  return {
    name,
    from: fromPaise === null ? null : formatRupees(fromPaise),
    to: toPaise === null ? null : formatRupees(toPaise),
    rails,
    fundSources: fundSourceIds,
    creators,
    levels: levels.map(({ approvers, permission, memberIds, ...restOfLevel }) => {
      restOfLevel satisfies Record<string, never>;
      return { approvers, permission, members: memberIds };
    }),
  };
}

/** The names of the members and fund sources in policies, by their ids; two of one name are told apart by their ids. */
export async function nameInPolicies(
  tx: Tx,
  policies: readonly Policy[],
): Promise<Readonly<Record<string, string>>> {
  const memberIds = policies.flatMap(({ levels }) => levels.flatMap((one) => one.memberIds ?? []));
  const sourceIds = new Set(policies.flatMap(({ fundSourceIds }) => fundSourceIds ?? []));
  const members = memberIds.length === 0 ? [] : [...(await nameMembers(tx, [...new Set(memberIds)]))];
  const sources = sourceIds.size === 0 ? [] : await readFundSources(tx);
  const named = [
    ...members,
    ...sources.flatMap(({ fundSourceId, name }) =>
      sourceIds.has(fundSourceId) ? [[fundSourceId, name] as const] : [],
    ),
  ];
  const isShared = (name: string): boolean => named.filter(([, other]) => other === name).length > 1;
  return Object.fromEntries(named.map(([id, name]) => [id, isShared(name) ? `${name} (${id})` : name]));
}
