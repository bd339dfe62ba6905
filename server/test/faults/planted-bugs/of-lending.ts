/** Bugs in loans that two parties pay together. */
import { inModule, type Catcher, type PlantedBug } from "./planted-bug.ts";

const lending = inModule("features/lending");
const transfers = inModule("money/transfers");

const lent = (test: string): Catcher => ({ file: "server/src/features/lending/lend.deep.test.ts", test });
const ended = (test: string): Catcher => ({
  file: "server/src/features/lending/outcomes.deep.test.ts",
  test,
});

export const OF_LENDING: readonly PlantedBug[] = [
  {
    name: "the odd paisa of a split is lost",
    code: lending(
      "split-loan.ts",
      "originatorPaise: amountPaise - lenderPaise,",
      "originatorPaise: (amountPaise * BigInt(100 - lenderPercent)) / 100n,",
    ),
    caughtBy: lent("uneven paise"),
    says: /shares_are_the_amount/,
  },
  {
    name: "a loan takes what the lender does not have",
    code: lending("lend.ts", "money.lenderPaise > books.available(LENDER)", "money.lenderPaise < 0n"),
    caughtBy: lent("short by a paisa"),
    says: /does not have that much available/,
  },
  {
    name: "a loan that nobody has answered for goes back",
    code: lending(
      "work.ts",
      `succeeded: "disbursed",`,
      `succeeded: "disbursed",
       review: "failed",`,
    ),
    caughtBy: ended("never failed"),
    // The ledger has nothing to release, because the bank may have the money.
    says: /does not have that much available/,
  },
  {
    name: "charges are passed on at once",
    code: lending("work.ts", "endOfDay(tx.now),", "tx.now,"),
    caughtBy: ended("when the day in India has ended"),
    says: /1 !== 0/,
  },
  {
    name: "charges that were passed on are given back all the same",
    code: lending("entries.ts", "loan.chargesPassedOnAt !== null", "loan.loanId === null"),
    caughtBy: ended("goes back in the shares"),
    says: /does not have that much available/,
  },
  {
    name: "the shares go back to one of the parties",
    code: lending(
      "entries.ts",
      "credit: account, amountPaise: paise }",
      "credit: ORIGINATOR, amountPaise: paise }",
    ),
    caughtBy: ended("what the bank refuses"),
    says: /deep-equal/,
  },
  {
    name: "a late success is paid from another loan's money",
    code: transfers("entries.ts", " && sourceNo !== INTERMEDIATE_NO;", ";"),
    caughtBy: ended("after it had failed"),
    says: /0n !== 9/,
  },
];
