/** The facts for judging a set of transfers, and the running count of the amounts that the set itself uses up. */
import type { Tx } from "#lib/db";
import { RAILS, type Rail, type TransferMode } from "#rails";
import { readBlocks, type BlockOf } from "./block.ts";
import {
  destinationOf,
  formerDestinationOf,
  namesOf,
  type PayeeSeen,
  readSameDestinations,
  type SameDestination,
} from "./destination.ts";
import type { Counts, Need, OrderSeen } from "./kind.ts";
import { readPrecedents, type Compared, type Precedents } from "./precedents.ts";
import { kindOf } from "./kinds.ts";
import { readRules, type ActiveRule, type RulesInForce } from "./stored-rules.ts";
import { idIn, isCounted, subjectOf, type Scoped } from "./rule.ts";
import { readUsage, type Concerns, type Usage } from "./usage.ts";
import { writeVerdicts, type Objection, type VerdictStage } from "./verdict.ts";

/** A transfer to be judged. Its payee must be among those whose facts were read. */
export interface TransferToJudge extends Scoped {
  readonly transferId: string;
  readonly referenceId: bigint;
  readonly mode: TransferMode;
  readonly rail: Rail;
  readonly amountPaise: bigint;
  readonly acceptedAt: Date;
}

/** A set of orders, as far as it is known before each is decided. */
export interface SetToJudge {
  /** The time of the first order. Default: now. */
  readonly since?: Date;
  readonly fundSourceIds: readonly string[];
  readonly orders: readonly {
    readonly payee: PayeeSeen;
    readonly mode: TransferMode;
    readonly amountPaise: bigint;
  }[];
}

export interface RiskFacts {
  readonly inForce: RulesInForce;
  readonly concerns: Concerns;
  readonly counts: Counts;
  readonly blockOf: BlockOf;
  /** The transfer as a rule sees it. */
  see(transfer: TransferToJudge, rule: Pick<ActiveRule, "scope" | "effect">): OrderSeen;
  /** Counts a new transfer that is released, whether it goes on at once or waits for its time or for money. */
  count(transfer: TransferToJudge): void;
  /** Keeps a new transfer that waits for approvers: it counts when it is released. */
  remember(transfer: TransferToJudge): void;
  /** Counts a transfer that approvers release. */
  release(transfer: TransferToJudge): void;
  /** Takes back what `count` has added in this set. */
  uncount(transfer: TransferToJudge): void;
  /** Keeps the objection to a transfer that is stored. */
  keep(transferId: string, verdict: Objection): void;
  /** Writes counts and verdicts in the caller's transaction. */
  write(stage?: VerdictStage): Promise<void>;
}

/**
 * Reads the rules, unless they were read already, and the facts that they need about the set. The rules take one
 * statement, and so does each kind of count or block that is in use. The fund sources must be locked from before the
 * rules are read, so that two sets never pass a limit together.
 */
export async function readRiskFacts(tx: Tx, set: SetToJudge, known?: RulesInForce): Promise<RiskFacts> {
  const inForce = known ?? (await readRules(tx));
  const payees = new Map(set.orders.map(({ payee }) => [payee.beneficiaryId, payee]));
  const sameOf = await readSames(tx, inForce.rules, set.orders);
  const concerns = concernsBy(sameOf);
  const { beneficiaryIds, compared } = askedOf(set, sameOf);
  const [blockOf, usage, precedents] = await Promise.all([
    inForce.hasBlocks ? readBlocks(tx, [...payees.values()]) : NO_BLOCKS,
    readUsage(tx, inForce.rules, {
      fundSourceIds: set.fundSourceIds,
      beneficiaryIds,
      rails: RAILS,
      concerns,
    }),
    readPrecedents(tx, inForce.rules, {
      since: set.since ?? tx.now,
      compared,
    }),
  ]);
  const verdicts = new Map<string, Objection>();
  const remember = (transfer: TransferToJudge): void => {
    if (!isCounted(transfer)) return;
    const payee = payees.get(transfer.beneficiaryId)!;
    // During an upgrade, the earlier version compares with destinations that are not sealed.
    const kept = (tx.sealsDetails ? destinationOf : formerDestinationOf)(transfer.mode, payee);
    precedents.remember({ ...transfer, destination: sameOf(transfer).name, kept });
  };
  const release = (transfer: TransferToJudge): void => {
    if (!isCounted(transfer)) return;
    usage.count(transfer);
    precedents.count({ ...transfer, destination: sameOf(transfer).name });
  };
  return {
    inForce,
    concerns,
    counts: countsOf(usage, precedents),
    blockOf,
    see: (transfer, { scope, effect }) => ({
      amountPaise: transfer.amountPaise,
      subjects: subjectsIn({ scope, effect }, transfer, sameOf),
      destination: sameOf(transfer).name,
      payeeAddedAt: payees.get(transfer.beneficiaryId)!.addedAt,
      orderedAt: transfer.acceptedAt,
      blocks: effect === "block",
      now: tx.now,
    }),
    count(transfer) {
      remember(transfer);
      release(transfer);
    },
    remember,
    release,
    uncount(transfer) {
      if (isCounted(transfer)) usage.uncount(transfer);
    },
    keep: (transferId, verdict) => void verdicts.set(transferId, verdict),
    write: async (stage = "accept") => {
      await Promise.all([usage.write(), precedents.write(), writeVerdicts(tx, stage, verdicts)]);
    },
  };
}

type SameOf = (paid: PaidTo) => SameDestination;

/** True if the rule also applies to other beneficiaries with the same account. Trust never extends to them. */
const isWidened = ({ scope, effect }: Pick<ActiveRule, "scope" | "effect">): boolean =>
  scope === "beneficiary" && effect !== "allow";

const concernsBy =
  (sameOf: SameOf): Concerns =>
  (rule, transfer) =>
    rule.scopeId === null ||
    rule.scopeId === idIn(rule.scope, transfer) ||
    (isWidened(rule) && sameOf(transfer).beneficiaryIds.includes(rule.scopeId));

/** Returns the subjects under which a rule has counted transfers like this one. */
const subjectsIn = (
  rule: Pick<ActiveRule, "scope" | "effect">,
  transfer: TransferToJudge,
  sameOf: SameOf,
): string[] =>
  isWidened(rule)
    ? sameOf(transfer).beneficiaryIds.map((id) => subjectOf(rule.scope, id))
    : [subjectOf(rule.scope, idIn(rule.scope, transfer))];

/** Returns the beneficiaries, destinations and amounts of a set that rules may ask about. */
function askedOf({ orders }: SetToJudge, sameOf: SameOf): { beneficiaryIds: string[]; compared: Compared[] } {
  const each = orders.map(({ payee, mode, amountPaise }) => ({
    same: sameOf({ ...payee, mode }),
    amountPaise,
  }));
  return {
    beneficiaryIds: each.flatMap(({ same }) => same.beneficiaryIds),
    compared: each.map(({ same: { name, destinations }, amountPaise }) => ({
      destination: name,
      stored: destinations,
      amountPaise,
    })),
  };
}

type PaidTo = Pick<TransferToJudge, "beneficiaryId" | "mode">;

/** Finds the destination of each order. If no rule asks about it, only the order itself is looked at. */
async function readSames(
  tx: Tx,
  rules: readonly ActiveRule[],
  orders: SetToJudge["orders"],
): Promise<SameOf> {
  const keyOf = ({ beneficiaryId, mode }: PaidTo): string => `${beneficiaryId} ${mode}`;
  const each = [...new Map(orders.map((one) => [keyOf({ ...one.payee, mode: one.mode }), one])).values()];
  const isAsked = rules.some(
    ({ kind, scope }) => scope === "beneficiary" || COMPARING.has(kindOf(kind).need),
  );
  const same = isAsked ? await readSameDestinations(tx, each) : each.map(namesOf);
  const found = new Map(each.map(({ payee, mode }, at) => [keyOf({ ...payee, mode }), same[at]!]));
  return (paid) => found.get(keyOf(paid))!;
}

const COMPARING: ReadonlySet<Need | null> = new Set(["same", "paid", "newest"]);

function countsOf(usage: Usage, precedents: Precedents): Counts {
  const { paiseToday, takenWithin } = usage;
  const { lastSame, wasPaid, newestAmounts } = precedents;
  return { paiseToday, takenWithin, lastSame, wasPaid, newestAmounts };
}

const NO_BLOCKS: BlockOf = () => null;
