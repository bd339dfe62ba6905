/** What judging a set of transfers needs, and the running count of what the set itself uses up. */
import type { Tx } from "#lib/db";
import { RAILS, type Rail, type TransferMode } from "#rails";
import { readBlocks, type BlockOf } from "./block.ts";
import { destinationOf, formerDestinationOf, type PayeeSeen } from "./destination.ts";
import type { Counts, OrderSeen } from "./kinds/kind.ts";
import { readPrecedents, type Precedents } from "./precedents.ts";
import { readRules, type RulesInForce } from "./read-rules.ts";
import { idIn, isCounted, subjectOf, type Scope, type Scoped } from "./scope.ts";
import { readUsage, type Usage } from "./usage.ts";
import { writeVerdicts, type Objection } from "./verdict.ts";

/** A transfer to be judged: its payee was among those that the facts were read for. */
export interface TransferToJudge extends Scoped {
  readonly transferId: string;
  readonly referenceId: bigint;
  readonly mode: TransferMode;
  readonly rail: Rail;
  readonly amountPaise: bigint;
}

/** A set of orders, as far as it is known before each is decided. */
export interface SetToJudge {
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
  /** The transfer as a rule of the scope sees it. */
  see(transfer: TransferToJudge, scope: Scope): OrderSeen;
  /** Counts a transfer that is taken, whether it goes on at once or waits for something. */
  count(transfer: TransferToJudge): void;
  /** Keeps what was said against a transfer that is stored. */
  keep(transferId: string, verdict: Objection): void;
  /** Writes counts and verdicts in the caller's transaction. */
  write(): Promise<void>;
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
    readPrecedents(
      tx,
      inForce.rules,
      set.orders.map(({ payee, mode, amountPaise }) => ({
        destination: destinationOf(mode, payee),
        former: formerDestinationOf(mode, payee),
        amountPaise,
      })),
    ),
  ]);
  const verdicts = new Map<string, Objection>();
  const destinationIn = ({ mode, beneficiaryId }: TransferToJudge): Buffer =>
    destinationOf(mode, payees.get(beneficiaryId)!);
  return {
    inForce,
    counts: countsOf(usage, precedents),
    blockOf,
    see: (transfer, scope) => ({
      amountPaise: transfer.amountPaise,
      subject: subjectOf(scope, idIn(scope, transfer)),
      destination: destinationIn(transfer),
      payeeAddedAt: payees.get(transfer.beneficiaryId)!.addedAt,
      now: tx.now,
    }),
    count(transfer) {
      if (!isCounted(transfer)) return;
      usage.count(transfer);
      const former = formerDestinationOf(transfer.mode, payees.get(transfer.beneficiaryId)!);
      precedents.count({ ...transfer, destination: destinationIn(transfer), former });
    },
    keep: (transferId, verdict) => void verdicts.set(transferId, verdict),
    write: async () => {
      await Promise.all([usage.write(), precedents.write(), writeVerdicts(tx, "accept", verdicts)]);
    },
  };
}

function countsOf(usage: Usage, precedents: Precedents): Counts {
  const { paiseToday, takenWithin } = usage;
  const { lastSame, wasPaid, newestAmounts } = precedents;
  return { paiseToday, takenWithin, lastSame, wasPaid, newestAmounts };
}

const NO_BLOCKS: BlockOf = () => null;
