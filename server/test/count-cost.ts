/** Counts the cost of a set of transfers in PostgreSQL: round trips, statements, records and bytes of its log. */
import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { authenticate, authorize, presumeCaller, type Presumed } from "#access";
import { adapterOf, type Outcome } from "#banks";
import { addBeneficiary } from "#beneficiaries";
import type { Context } from "#lib/context";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { makeMerchant } from "./make-merchant.ts";
import { makeSplitter } from "./messages-of-postgres.ts";
import { startProxy } from "./proxy.ts";
import type { World } from "./world.ts";

export interface Counts {
  readonly rounds: number;
  readonly statements: number;
}

interface LoggedCounts extends Counts {
  /** Records of the write-ahead log for the whole set, without full-page images. */
  readonly records: number;
  readonly bytes: number;
}

/** The phases of a set's life. */
export interface Cost {
  /** The cost of a token, for a caller that was not authenticated recently or that orders nothing. */
  readonly token: Counts;
  readonly accept: LoggedCounts;
  readonly record: LoggedCounts;
}

interface CostsToCount extends Pick<World, "databaseUrl" | "look" | "onClose"> {
  /** Opens an engine with one connection to this address, which is that of the proxy. */
  open(databaseUrl: string): Context | Promise<Context>;
}

const TIMES = 6;

type Facts = "known" | "asked" | "changed";

/**
 * Counts the cost of a set whose facts this process knows, of one whose payee it does not know, or of one whose facts
 * others have changed.
 */
type CountCost = (size: number, facts?: Facts) => Promise<Cost>;

/** Makes a merchant, and a function that returns the lowest cost of a set of this size in several runs. */
export async function makeCostCounter({
  databaseUrl,
  look,
  onClose,
  open,
}: CostsToCount): Promise<CountCost> {
  const wire = { rounds: 0, statements: 0 };
  const url = new URL(databaseUrl);
  url.port = String(await startProxy({ onClose }, { port: Number(url.port), relay: relayCounting(wire) }));
  const ctx = await open(url.href);
  const answerAll = holdAnswers(onClose);
  const merchant = await makeMerchant(ctx, { balancePaise: 10_000_000n });
  const { merchantId } = merchant;
  const payee = { beneId: "payee", name: "Asha Rao", email: "asha@example.com", phone: "9876543210" };
  const account = { address1: "12 Lake Road", accountNumber: "7000000001", ifsc: "HDFC0000001" };
  await addBeneficiary(ctx, merchantId, { ...payee, ...account, by: "system" });
  const { token } = await authorize(ctx, { ...merchant, ip: "127.0.0.1" });
  await look("create extension if not exists pg_walinspect");
  const counted = async <T>(work: () => Promise<T>): Promise<{ value: T; counts: Counts }> => {
    const before = { ...wire };
    const value = await work();
    const { rounds, statements } = wire;
    return { value, counts: { rounds: rounds - before.rounds, statements: statements - before.statements } };
  };
  let payees = 1;
  const countOnce = async (size: number, facts: Facts): Promise<Cost> => {
    if (facts === "changed") await look(CHANGE_A_FACT, [merchantId]);
    if (facts === "asked") {
      payees += 1;
      const accountNumber = String(7_000_000_000 + payees);
      await addBeneficiary(ctx, merchantId, {
        ...payee,
        ...account,
        accountNumber,
        beneId: `payee${payees}`,
        by: "system",
      });
    }
    const beneId = facts === "asked" ? `payee${payees}` : "payee";
    const [from] = await look<{ at: string }>("select pg_current_wal_insert_lsn()::text as at");
    const asked = await counted(() => authenticate(ctx, { token, ip: "127.0.0.1" }));
    const accepted = await counted(() =>
      acceptTransfers(
        ctx,
        merchantId,
        Array.from({ length: size }, () => makeOrder(presumeCaller(ctx, { token, ip: "127.0.0.1" }), beneId)),
      ),
    );
    const ids = accepted.value.map((one) => {
      assert.ok(one.kind === "accepted" && one.transfer.status === "sent", JSON.stringify(one.kind));
      return one.transfer.transferId;
    });
    if (facts === "changed") await look(TOUCH, [merchantId, ids]);
    const recorded = await counted(async () => {
      answerAll();
      await runtimeOf(ctx).idle();
    });
    const logged = await look<{ records: number; bytes: number }>(READ_LOG, [ids[0]!, from!.at]);
    return {
      token: asked.counts,
      accept: { ...accepted.counts, ...logged[0]! },
      record: { ...recorded.counts, ...logged.at(-1)! },
    };
  };
  return async (size, facts = "known") => {
    // The first sets prepare their statements and fill caches, and a page can become full at any time.
    const seen: Cost[] = [];
    for (let times = 0; times < TIMES; times += 1) seen.push(await countOnce(size, facts));
    return {
      token: least(seen.map((one) => one.token)),
      accept: least(seen.map((one) => one.accept)),
      record: least(seen.map((one) => one.record)),
    };
  };
}

/** Returns the smallest value of each count. */
function least<C extends Counts>(counts: readonly C[]): C {
  const names = Object.keys(counts[0]!) as (keyof C)[];
  const smallest = names.map((name) => [name, Math.min(...counts.map((one) => Number(one[name])))]);
  return Object.fromEntries(smallest) as C;
}

function relayCounting(wire: {
  rounds: number;
  statements: number;
}): Parameters<typeof startProxy>[1]["relay"] {
  return ({ client, server }) => {
    const split = makeSplitter(false);
    return {
      fromClient(part) {
        for (const { type } of split(part)) {
          if (type === "S" || type === "Q") wire.rounds += 1;
          if (type === "B" || type === "Q") wire.statements += 1;
        }
        server.write(part);
      },
      fromServer: (part) => void client.write(part),
    };
  };
}

/** Keeps the bank from answering until the returned function lets it answer all payments, at the same moment. */
function holdAnswers(onClose: World["onClose"]): () => void {
  const bank = adapterOf({ adapter: "json-h2h" });
  const { pay } = bank;
  let held: (() => void)[] = [];
  let paid = 0;
  bank.pay = () =>
    new Promise<Outcome>((resolve) => {
      paid += 1;
      const utr = `${Date.now()}${paid}`;
      held.push(() => resolve({ kind: "succeeded", code: "00", text: "paid", utr, credited: true }));
    });
  onClose(async () => void (bank.pay = pay));
  return () => {
    for (const answer of held) answer();
    held = [];
  };
}

const CHANGE_A_FACT = "update transfers.counter set facts_version = facts_version + 1 where merchant_id = $1";
const TOUCH =
  "update transfers.transfer set attempt = attempt where merchant_id = $1 and transfer_id = any ($2)";

/** An order of a caller that was authenticated before: its token is read together with the order. */
const makeOrder = (presumed: Presumed | null, beneId: string): TransferOrder => ({
  presumed,
  transferKey: randomUUID(),
  payee: { beneId },
  amountPaise: 100n,
  mode: "banktransfer",
  remarks: "",
  fundSourceId: null,
});

/** The amount that each transaction wrote, for all transactions that wrote a step of the transfer. */
const READ_LOG = `
  select count(*)::int as records, sum(record_length - fpi_length)::int as bytes
  from pg_get_wal_records_info($2::pg_lsn, pg_current_wal_flush_lsn()) as record
  join (select distinct xmin from transfers.step where transfer_id = $1) as written on written.xmin = record.xid
  group by record.xid
  order by min(record.start_lsn)`;
