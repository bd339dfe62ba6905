/** Bugs in the order of commits, answers and bytes. */
import { inModule, promise, type PlantedBug } from "./planted-bug.ts";

const lib = inModule("kit/lib");
const transfers = inModule("money/transfers");

const COMMIT = promise("the answer to a COMMIT is lost");

export const OF_ORDER: readonly PlantedBug[] = [
  {
    name: "the caller is answered before the commit",
    code: [
      ...transfers(
        "accept/accept-transfers.ts",
        "await ctx.db.inMerchant(merchantId, work);",
        "await beforeCommit(ctx.db, merchantId, work);",
      ),
      // It waits for the result of a write that travels with the commit.
      ...transfers("accept/accept-transfers.ts", "await keep();", ""),
      ...transfers(
        "accept/accept-transfers.ts",
        `import { gather } from "#lib/gather";`,
        `import { gather } from "#lib/gather";
         const beforeCommit = (db, merchantId, work) =>
           new Promise((done, fail) => {
             const late = () => new Promise((go) => setTimeout(go, 20));
             db.inMerchant(merchantId, (tx) => work(tx).then(done).then(late)).catch(fail);
           });`,
      ),
    ],
    caughtBy: promise("an answer leaves after the commit"),
    says: /nothing is there/,
    alsoBy: "server/test/faults/t01-crash-points.test.ts",
  },
  {
    name: "the bank is told before the intent is committed",
    code: transfers(
      "send/dispatch-transfers.ts",
      "plan.paidBefore = paidBefore.size > 0;",
      `payAttempts(ctx, plan.sendings);
  plan.sendings = [];`,
    ),
    caughtBy: promise("after the intent is committed"),
    says: /never committed/,
  },
  {
    name: "an instruction is sent after its time",
    code: transfers("send/pay-attempts.ts", "performance.now() > sending.sendBy", "performance.now() < 0"),
    caughtBy: promise("after the time to send"),
    says: /others may have taken over/,
  },
  {
    name: "a COMMIT without an answer is done again blindly",
    code: lib(
      "db-errors.ts",
      `|| state === "40001";`,
      `|| state === "40001" || error instanceof CommitUnknownError;`,
    ),
    caughtBy: COMMIT,
    says: /'repeated'/,
    alsoBy: "server/test/faults/t04-commit-cut.test.ts",
  },
  {
    name: "a COMMIT without an answer is taken for a failed one",
    code: transfers(
      "accept/accept-transfers.ts",
      "if (!(error instanceof CommitUnknownError) || plan",
      "if (error !== null || plan",
    ),
    caughtBy: COMMIT,
    says: /the answer to COMMIT was lost/,
  },
  {
    name: "the webhook is written in a second transaction",
    code: [
      ...transfers(
        "write-changes.ts",
        `import { PUBLISHING, publishEvents, type EventType } from "#webhooks";`,
        `import { PUBLISHING, type EventType } from "#webhooks";
         const publishEvents = (_, events) => void (globalThis.planted ??= []).push(...events);`,
      ),
      ...transfers(
        "record/record-news.ts",
        `crashPoint("transfers.record.committed");`,
        `crashPoint("transfers.record.committed");
         await ctx.db.inMerchant(merchantId, (tx) => publishEvents(tx, (globalThis.planted ?? []).splice(0)));`,
      ),
      ...transfers(
        "record/record-news.ts",
        `import { gather } from "#lib/gather";`,
        `import { gather } from "#lib/gather"; import { publishEvents } from "#webhooks";`,
      ),
    ],
    caughtBy: promise("are committed together"),
    says: /events-are-whole/,
    alsoBy: "server/test/faults/t01-crash-points.test.ts",
  },
  {
    name: "the worker's clock decides",
    code: lib("home.ts", "now: entered!.now", "now: new Date()"),
    caughtBy: { file: "server/test/faults/t25-time.test.ts", test: "minutes off" },
    says: /falsy value/,
  },
  {
    name: "a transfer that had to wait for days is given up unsent",
    code: transfers(
      "send/decide-dispatch.ts",
      "one !== undefined && one.last >= pollingEndsAt(one.since)",
      "now >= pollingEndsAt(transfer.acceptedAt)",
    ),
    caughtBy: promise("however long it had to wait"),
    says: /'failed'/,
    alsoBy: "server/test/faults/t24-model.deep.test.ts",
  },
  {
    name: "what was sent and not answered is never asked about",
    code: transfers(
      "enquire/watch-unanswered.ts",
      `status === "sent" && dueAt`,
      `status === "ready" && dueAt`,
    ),
    caughtBy: { file: "server/test/watched-transfers.test.ts", test: "without an outcome" },
    says: /null/,
    alsoBy: "server/test/faults/t12-unknown-outcome.test.ts",
  },
];
