/**
 * Orders that are decided on facts which a process knows: whatever another process has changed in the meantime counts,
 * as if the facts had been asked for.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { changeMerchant } from "#access";
import { setPolicies } from "#approvals";
import { addBeneficiary, removeBeneficiary, setBeneficiarySettings } from "#beneficiaries";
import { setBankEnabled, topUp } from "#fund-sources";
import type { Context } from "#lib/context";
import type { UntimedTx, Work } from "#lib/db";
import { addRule, blockPayee, setModes } from "#risk";
import { setRoutingPolicy } from "#routing";
import { acceptTransfers, type Acceptance, runtimeOf, setQueuingTime, type TransferOrder } from "#transfers";
import { hearCalls } from "#test/hear-calls";
import { assertSound, makeFaultWorld, orderTo, type Payer } from "#test/faults/fault-world";

// A Sunday morning: no bank holiday, and IMPS pays.
const world = await makeFaultWorld({ start: new Date("2026-11-22T05:30:00Z") });
const other = world.openContext();

/** An order here adds a result only if it was decided on known facts. */
const { ctx: here, results } = hearCalls(world.ctx, "write_accepted");

const inWords = (one: Acceptance): string =>
  one.kind === "refused"
    ? `refused: ${one.code}`
    : [one.kind, one.transfer.status, one.transfer.waitingFor ?? "", one.transfer.rail]
        .filter(Boolean)
        .join(" ");

let next = 0;
const newKey = (): string => `known${(next += 1)}`;

async function order(ctx: Context, merchant: Payer, one: Partial<TransferOrder> = {}): Promise<string> {
  const [acceptance] = await acceptTransfers(ctx, merchant.merchantId, [{ ...orderTo(newKey()), ...one }]);
  await runtimeOf(ctx).idle();
  return inWords(acceptance!);
}

/** Makes a merchant whose facts this process knows: its second order was written without asking. */
async function makeKnown(one: Partial<TransferOrder> = {}, balancePaise = 1_00_000_00n): Promise<Payer> {
  const merchant = await world.makePayer({ balancePaise });
  for (let times = 0; times < 2; times += 1)
    assert.equal(await order(here, merchant, one), "accepted sent imps");
  assertLast("written");
  return merchant;
}

/** A machine that stands still for a second between the decision and the call makes the time a miss. */
function assertLast(expected: string): void {
  if (results.at(-1) !== "time") assert.equal(results.at(-1), expected);
}

const LISTED = { beneId: "asha", name: "Asha Rao", email: "asha@example.com", phone: "9876543210" };
const ACCOUNT = { address1: "ABC Street", accountNumber: "026291800001191", ifsc: "YESB0000262" };
const by = "system" as const;

interface Change {
  readonly what: string;
  readonly change: (merchant: Payer) => Promise<unknown>;
  /** The next order, in words. */
  readonly then: string | RegExp;
  readonly missed: string;
  readonly order?: Partial<TransferOrder>;
}

const CHANGES: readonly Change[] = [
  {
    what: "payouts are switched off",
    change: ({ merchantId }) =>
      changeMerchant(other, merchantId, { settings: { payoutsEnabled: false }, by }),
    then: "accepted ready imps",
    missed: "version",
  },
  {
    what: "the bank is switched off",
    change: ({ merchantId, bankId }) => setBankEnabled(other, merchantId, { bankId, enabled: false, by }),
    then: /^refused/,
    missed: "version",
  },
  {
    what: "the mode is switched off",
    change: ({ merchantId }) => setModes(other, merchantId, { disabledModes: ["imps"], by }),
    then: /^(refused|rejected)/,
    missed: "version",
  },
  {
    what: "a rule limits the amount",
    change: ({ merchantId }) =>
      addRule(other, merchantId, {
        kind: "transfer_limit",
        parameters: { limitPaise: 50_00 },
        effect: "block",
        by,
      }),
    then: /^rejected/,
    missed: "version",
  },
  {
    what: "the payee is blocked",
    change: ({ merchantId }) =>
      blockPayee(other, merchantId, {
        payee: { kind: "account", accountNumber: "026291800001191", ifsc: "YESB0000262" },
        because: "fraud",
        by,
      }),
    then: /^rejected/,
    missed: "version",
  },
  {
    what: "a policy asks for approval",
    change: ({ merchantId }) =>
      setPolicies(other, merchantId, {
        subjectKind: "transfer",
        policies: [
          {
            name: "All",
            fromPaise: null,
            toPaise: null,
            rails: null,
            fundSourceIds: null,
            creators: null,
            levels: [{ approvers: 1, permission: "approve_quick_transfer", memberIds: null }],
          },
        ],
        by,
      }),
    then: /^accepted awaiting_approval/,
    missed: "version",
  },
  {
    what: "the beneficiary is removed",
    order: { payee: { beneId: "asha" } },
    change: ({ merchantId }) => removeBeneficiary(other, merchantId, { beneId: "asha", by }),
    then: "refused: beneficiary_not_found",
    missed: "payees",
  },
  {
    what: "beneficiaries have to wait",
    order: { payee: { beneId: "asha" } },
    change: ({ merchantId }) => setBeneficiarySettings(other, merchantId, { waitingMinutes: 60, by }),
    then: "refused: beneficiary_too_new",
    missed: "version",
  },
  {
    what: "another routing policy is set",
    change: ({ merchantId }) => setRoutingPolicy(other, merchantId, { policy: {}, because: "a trial", by }),
    then: /^accepted sent/,
    missed: "version",
  },
  {
    what: "another process takes the money",
    change: (merchant) => order(other, merchant, { amountPaise: 99_700_00n }),
    then: /^failed/,
    missed: "balance_never_below_the_overdraft_limit",
  },
  {
    what: "orders wait for money, and one does",
    change: async (merchant) => {
      await setQueuingTime(other, merchant.merchantId, { hours: 24, by });
      await order(here, merchant);
      await order(other, merchant, { amountPaise: 2_00_000_00n });
    },
    then: /^accepted waiting funds/,
    missed: "queue",
  },
  {
    what: "a bank has reported about a payment that is not known",
    change: ({ merchantId, bankId }) =>
      world.look(
        `insert into transfers.stray_news (merchant_id, bank_id, reference, fact_key, news, arrived_at)
         values ($1, $2, 'UNKNOWN1', 'a', '{}', now())`,
        [merchantId, bankId],
      ),
    then: /^accepted/,
    missed: "strays",
  },
  {
    what: "the routing decision of earlier orders is lost",
    change: async ({ merchantId }) => {
      await world.look("delete from transfers.attempt where merchant_id = $1", [merchantId]);
      await world.look("delete from routing.decision where merchant_id = $1", [merchantId]);
    },
    then: "accepted sent imps",
    missed: "decisions",
  },
  {
    what: "the test clock is moved",
    change: ({ merchantId }) =>
      world.look("update lib.merchant_clock set offset_ms = offset_ms + 60000 where merchant_id = $1", [
        merchantId,
      ]),
    then: "accepted sent imps",
    missed: "time",
  },
];

for (const { what, change, then, missed, order: one = {} } of CHANGES)
  test(`the next order counts it if ${what}`, async () => {
    const listed = "payee" in one;
    const merchant = listed ? await makeListed(one) : await makeKnown(one);
    await change(merchant);
    const words = await order(here, merchant, one);
    if (typeof then === "string") assert.equal(words, then);
    else assert.match(words, then);
    assertLast(missed);
  });

async function makeListed(one: Partial<TransferOrder>): Promise<Payer> {
  const merchant = await world.makePayer({ balancePaise: 1_00_000_00n });
  await addBeneficiary(here, merchant.merchantId, { ...LISTED, ...ACCOUNT, by });
  for (let times = 0; times < 2; times += 1) await order(here, merchant, one);
  assertLast("written");
  return merchant;
}

test("an ID that another process has used is recognized", async () => {
  const merchant = await makeKnown();
  const one = orderTo("same");
  assert.match(await order(other, merchant, one), /^accepted/);
  assert.match(await order(here, merchant, one), /^repeated/);
  assertLast("keys");
  const others = await order(here, merchant, { ...one, amountPaise: 5_00n });
  assert.match(others, /^repeated/);
});

test("an order that was written on known facts is stored like one that asked", async () => {
  const merchant = await makeKnown();
  const stored = await world.look<Record<string, unknown>>(
    `select transfer.*, (select count(*)::int from ledger.posting where cause_id = transfer_id) as postings
     from transfers.transfer
     where merchant_id = $1
     order by reference_id`,
    [merchant.merchantId],
  );
  assert.equal(stored.length, 2);
  const own = /^(transfer_id|reference_id|transfer_key|content_hash|utr|\w+_at)$/;
  const [asked, known] = stored.map((row) =>
    Object.fromEntries(Object.entries(row).filter(([name]) => !own.test(name))),
  );
  assert.deepEqual(known, asked);
  const [one, two] = stored as {
    reference_id: string;
    accepted_at: Date;
    sent_at: Date;
    finished_at: Date;
  }[];
  assert.equal(BigInt(two!.reference_id), BigInt(one!.reference_id) + 1n);
  assert.equal(two!.sent_at.getTime(), two!.accepted_at.getTime());
  assert.ok(two!.finished_at >= two!.accepted_at && two!.accepted_at > one!.accepted_at);
});

test("money that arrives is used by the next order, and balances add up", async () => {
  const merchant = await makeKnown({}, 300_00n);
  assert.match(await order(here, merchant), /^failed/);
  const { merchantId, bankId } = merchant;
  const topUpOf = { bankId, utr: "ARRIVED1", amountPaise: 1_000_00n } as const;
  await topUp(other, merchantId, {
    ...topUpOf,
    fundSourceId: merchant.fundSourceId,
    remitter: null,
  } as never);
  for (let times = 0; times < 3; times += 1) assert.match(await order(here, merchant), /^accepted sent/);
  assertLast("written");
});

test("two processes that order for one merchant at the same time never decide on old facts", async () => {
  const merchant = await makeKnown({}, 1_000_00n);
  const words = await Promise.all(
    Array.from({ length: 40 }, (_, index) => order(index % 2 === 0 ? here : other, merchant)),
  );
  // Each takes ₹100 and its charges, and ₹800 less the charges of two are left.
  const accepted = words.filter((one) => one.startsWith("accepted"));
  assert.equal(accepted.length, 7);
  await assertSound(world, [merchant]);
});

/** The tables that are read for a decision and need no trigger, with what proves what was read of them. */
const PROVED: Readonly<Record<string, string>> = {
  "ledger.account": "its constraint",
  "transfers.transfer": "keys, queue",
  "transfers.counter": "taken",
  "transfers.stray_news": "strays",
  "beneficiaries.beneficiary": "payees",
  "access.token": "tokens",
  "transfers.shared_facts": "shared",
};

test("whatever is read for a decision raises the version of the facts, or is proved", async () => {
  const texts: string[] = [];
  const hearing: Context = {
    ...world.ctx,
    db: {
      ...world.ctx.db,
      inMerchant: <T>(merchantId: string, work: Work<T>) => {
        const hear = <A extends UntimedTx>(ask: A): A => ({
          ...ask,
          query: (text: string, values: unknown[]) => {
            texts.push(text);
            return ask.query(text, values);
          },
        });
        const { ahead } = work;
        const heard = Object.assign(
          (...[tx, found]: Parameters<Work<T>>) => work(hear(tx), found),
          ahead === undefined ? {} : { ahead: (ask: UntimedTx) => ahead(hear(ask)) },
        );
        return world.ctx.db.inMerchant(merchantId, heard);
      },
    },
  };
  const merchant = await world.makePayer();
  await addBeneficiary(world.ctx, merchant.merchantId, { ...LISTED, ...ACCOUNT, by });
  const orders = [orderTo(newKey()), { ...orderTo(newKey()), payee: { beneId: "asha" } }];
  await acceptTransfers(hearing, merchant.merchantId, orders);
  const heard = texts.splice(0);
  await runtimeOf(hearing).idle();
  const read = new Set(
    heard
      .filter((text) => !/phase\.write_/.test(text))
      .flatMap((text) => [...text.matchAll(/\b(?:from|join|into)\s+([a-z_]+\.[a-z_]+)\b(?!\()/g)])
      .map(([, table]) => table!),
  );
  const triggered = await world.look<{ name: string }>(
    "select tgrelid::regclass::text as name from pg_trigger where tgname = 'note_changed_fact'",
  );
  const raising = new Set(triggered.map(({ name }) => name));
  const unproved = [...read].filter((table) => !raising.has(table) && PROVED[table] === undefined);
  assert.deepEqual(unproved, []);
  const unread = [...raising, ...Object.keys(PROVED)].filter((table) => !read.has(table));
  assert.deepEqual(unread, ["access.token"], "orders without a token read the rest");
});

test("the application changes no fact outside of a merchant's transaction", async () => {
  const { merchantId } = await world.makePayer();
  const change = world.ctx.db.directory((tx) =>
    tx.execute("update access.merchant set payouts_enabled = false where merchant_id = $1", [merchantId]),
  );
  await assert.rejects(change, /a fact of a merchant is changed outside of its transactions/);
});
