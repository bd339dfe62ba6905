/** What judging a set of transfers needs, and the running count of what the set itself uses up. */
import type { Tx } from "#lib/db";
import { RAILS, type Rail, type TransferMode } from "#rails";
import { readBlocks, type BlockOf } from "./block.ts";
import { destinationOf, formerDestinationOf, type PayeeSeen } from "./destination.ts";
import type { Counts, OrderSeen } from "./kinds/kind.ts";
import { readPrecedents, type Precedents } from "./precedents.ts";
import { readRules, type ActiveRule, type RulesInForce } from "./read-rules.ts";
import { idIn, isCounted, subjectOf, type Scoped } from "./scope.ts";
import { readUsage, type Usage } from "./usage.ts";
import { writeVerdicts, type Objection, type Stage } from "./verdict.ts";

/** A transfer to be judged: its payee was among those that the facts were read for. */
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
  /** When the first of the orders was given. Default: now. */
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
  /** Keeps what was said against a transfer that is stored. */
  keep(transferId: string, verdict: Objection): void;
  /** Writes counts and verdicts in the caller's transaction. */
  write(stage?: Stage): Promise<void>;
}

/**
 * Reads the rules, unless they were read already, and what they ask about the set: one statement, and for rules and
 * blocks that there are one more each. Do both with the fund sources locked, so that two sets never count past a limit
 * together.
 */
export async function readRiskFacts(tx: Tx, set: SetToJudge, known?: RulesInForce): Promise<RiskFacts> {
  const inForce = known ?? (await readRules(tx));
  const payees = new Map(set.orders.map(({ payee }) => [payee.beneficiaryId, payee]));
  const [blockOf, usage, precedents] = await Promise.all([
    inForce.hasBlocks ? readBlocks(tx, [...payees.values()]) : NO_BLOCKS,
    readUsage(tx, inForce.rules, {
      fundSourceIds: set.fundSourceIds,
      beneficiaryIds: [...payees.keys()],
      rails: RAILS,
    }),
    readPrecedents(tx, inForce.rules, {
      since: set.since ?? tx.now,
      compared: set.orders.map(({ payee, mode, amountPaise }) => ({
        destination: destinationOf(mode, payee),
        former: formerDestinationOf(mode, payee),
        amountPaise,
      })),
    }),
  ]);
  const verdicts = new Map<string, Objection>();
  const destinationIn = ({ mode, beneficiaryId }: TransferToJudge): Buffer =>
    destinationOf(mode, payees.get(beneficiaryId)!);
  const remember = (transfer: TransferToJudge): void => {
    if (!isCounted(transfer)) return;
    const former = formerDestinationOf(transfer.mode, payees.get(transfer.beneficiaryId)!);
    precedents.remember({ ...transfer, destination: destinationIn(transfer), former });
  };
  const release = (transfer: TransferToJudge): void => {
    if (!isCounted(transfer)) return;
    usage.count(transfer);
    precedents.count({ ...transfer, destination: destinationIn(transfer) });
  };
  return {
    inForce,
    counts: countsOf(usage, precedents),
    blockOf,
    see: (transfer, { scope, effect }) => ({
      amountPaise: transfer.amountPaise,
      subject: subjectOf(scope, idIn(scope, transfer)),
      destination: destinationIn(transfer),
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

function countsOf(usage: Usage, precedents: Precedents): Counts {
  const { paiseToday, takenWithin } = usage;
  const { lastSame, wasPaid, newestAmounts } = precedents;
  return { paiseToday, takenWithin, lastSame, wasPaid, newestAmounts };
}

const NO_BLOCKS: BlockOf = () => null;
