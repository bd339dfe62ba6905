/** Bugs in amounts, and in concurrent access to money. */
import { inModule, promise, type PlantedBug } from "./planted-bug.ts";

const ledger = inModule("money/ledger");
const lib = inModule("kit/lib");
const transfers = inModule("money/transfers");

const SILENCE = promise("silence is no refusal");
const LATE = promise("what a bank says late");

export const OF_MONEY: readonly PlantedBug[] = [
  {
    name: "the wallet is not locked",
    code: [
      ...ledger("open-books.ts", "order by account_no\n     for update", "order by account_no"),
      // Taking the reference IDs first would make the sets of two processes wait for each other all the same.
      ...transfers(
        "accept/ask-acceptance.ts",
        "takeReferenceIds(ask, orders.length),",
        "new Promise((go) => setImmediate(go)).then(() => takeReferenceIds(ask, orders.length)),",
      ),
    ],
    caughtBy: promise("cannot spend the same money"),
    says: /!== 5/,
    alsoBy: "server/test/faults/t07-overdraft-race.deep.test.ts",
  },
  {
    name: "due transfers are taken up without a lock",
    code: transfers("send/dispatch-transfers.ts", "\n     for update skip locked", ""),
    caughtBy: promise("take up each due transfer once"),
    says: /attempt_once|step_taken_once|rows were touched|entry_booked_once/,
    alsoBy: "server/test/faults/t09-queue-duplicates.deep.test.ts",
  },
  {
    name: "the same id with another amount passes for the same order",
    code: transfers("accept/order.ts", "    order.amountPaise.toString(),\n", ""),
    caughtBy: promise("ten times at once"),
    says: /other content passes for the same/,
    alsoBy: "server/test/faults/t05-double-submit.test.ts",
  },
  {
    name: "who comes later overtakes those who wait for money",
    code: transfers("accept/start-transfer.ts", " || queues.has(sourceNo)", ""),
    caughtBy: {
      file: "server/test/faults/t08-low-balance-queue.deep.test.ts",
      test: "who comes later waits",
    },
    says: /'succeeded'|'sent'|'ready'/,
  },
  {
    name: "a transfer that is too dear lets the next one pass",
    code: transfers("admit/decide-admissions.ts", "      stopped.add(sourceNo);\n", ""),
    caughtBy: { file: "server/test/faults/t08-low-balance-queue.deep.test.ts", test: "go in their turn" },
    says: /somebody overtook/,
  },
  {
    name: "a queued transfer waits for ever",
    code: transfers("admit/decide-admissions.ts", "transfer.dueAt! <= now", "now === null"),
    caughtBy: { file: "server/test/faults/t08-low-balance-queue.deep.test.ts", test: "not a second before" },
    says: /'failed'/,
  },
  {
    name: "a posting has its sides exchanged",
    code: transfers(
      "entries.ts",
      "{ debit: settlementAccount(bankNo), credit: available,",
      "{ debit: available, credit: settlementAccount(bankNo),",
    ),
    caughtBy: LATE,
    says: /amounts-fit-the-order/,
  },
  {
    name: "the fee is charged twice",
    code: transfers(
      "entries.ts",
      "credit: FEES, amountPaise: transfer.feePaise",
      "credit: FEES, amountPaise: 2n * transfer.feePaise",
    ),
    caughtBy: SILENCE,
    says: /charges-are-owed-once/,
    alsoBy: "server/test/faults/t24-model.deep.test.ts",
  },
  {
    name: "a refused transfer gives back too little",
    code: transfers(
      "entries.ts",
      "credit: available, amountPaise: heldChargesOf(transfer)",
      "credit: available, amountPaise: transfer.feePaise",
    ),
    caughtBy: LATE,
    says: /held-is-what-is-open/,
  },
  {
    name: "rupees are read as floating point",
    code: lib(
      "money.ts",
      `return BigInt(parts[1]!) * 100n + BigInt((parts[2] ?? "").padEnd(2, "0"));`,
      "return BigInt(Math.floor(Number(text) * 100));",
    ),
    caughtBy: { file: "server/src/kit/lib/money.test.ts" },
    says: /Property failed/,
  },
];
