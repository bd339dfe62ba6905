/** The scene of incident tests: merchants that pay at simulated banks, and their webhooks. */
import assert from "node:assert/strict";
import { changeMerchant } from "#access";
import { workIncidents, type BankNotice } from "#health";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { startReceiver } from "#test/faults/receiver";
import { advance, makeFaultWorld, type FaultWorld } from "#test/faults/fault-world";
import type { TestMerchant } from "#test/world";
import { addEndpoint, deliverWebhooks } from "#webhooks";

export const OFFLINE = { accountNumber: "909090909006", ifsc: "YESB0000262" } as const;
export const SOUND = { accountNumber: "026291800001191", ifsc: "YESB0000262" } as const;

const DAY_MS = 86_400_000;

/** The fields of one BENEFICIARY_INCIDENT. */
export type Told = Readonly<Record<string, string>>;

export interface Scene extends FaultWorld {
  /** Makes a live merchant with money, whose bank is nevertheless the simulator's. */
  makeLive(): Promise<TestMerchant>;
  /** Makes so many payments of 100.00 and waits for the bank's responses. */
  pay(merchant: TestMerchant, count: number, to?: Payment): Promise<void>;
  /** Accepts so many payments that wait until tomorrow. */
  acceptForLater(merchant: TestMerchant, count: number, to?: Payment): Promise<void>;
  move(merchant: TestMerchant, ms: number): Promise<void>;
  /** Returns the incident events in a merchant's outbox. */
  toldTo(merchant: TestMerchant): Promise<Told[]>;
  /** Adds an endpoint. The returned function delivers what is due and returns what it received. */
  listen(merchant: TestMerchant): Promise<() => Promise<string[]>>;
  /** Processes a merchant's incidents in two processes at once. */
  lookTwice(merchant: TestMerchant): Promise<void>;
}

interface Payment {
  readonly accountNumber?: string;
  readonly ifsc?: string;
  readonly vpa?: string;
}

export async function makeScene(): Promise<Scene> {
  const world = await makeFaultWorld();
  const { ctx, simulator } = world;
  const other = world.openContext();
  let paid = 0;
  const orderTo = ({ vpa, accountNumber = "", ifsc = "" }: Payment): TransferOrder => ({
    transferKey: `t${(paid += 1)}`,
    payee: { inline: { name: "Asha Rao", ...(vpa === undefined ? { accountNumber, ifsc } : { vpa }) } },
    amountPaise: 100_00n,
    mode: vpa === undefined ? "imps" : "upi",
    remarks: "",
    fundSourceId: null,
  });
  return {
    ...world,
    makeLive: () => world.makeMerchant({ mode: "live", balancePaise: 10_00_000_00n, simulator }),
    async pay({ merchantId }, count, to = SOUND) {
      const orders = Array.from({ length: count }, () => orderTo(to));
      await acceptTransfers(ctx, merchantId, orders);
      await runtimeOf(ctx).idle();
    },
    async acceptForLater({ merchantId }, count, to = SOUND) {
      const processOn = new Date(Date.now() + DAY_MS);
      const orders = Array.from({ length: count }, () => ({ ...orderTo(to), processOn }));
      const accepted = await acceptTransfers(ctx, merchantId, orders);
      assert.ok(accepted.every(({ kind }) => kind === "accepted"));
    },
    move: (merchant, ms) => advance(world, merchant, ms),
    async toldTo({ merchantId }) {
      const rows = await world.look<{ data: Told }>(
        `select data from webhooks.event
         where merchant_id = $1 and type = 'BENEFICIARY_INCIDENT'
         order by at, subject_id, seq`,
        [merchantId],
      );
      return rows.map(({ data }) => data);
    },
    async lookTwice({ merchantId }) {
      await Promise.all([workIncidents(ctx, merchantId), workIncidents(other, merchantId)]);
    },
    async listen({ merchantId }) {
      await changeMerchant(ctx, merchantId, { settings: { allowLoopbackWebhooks: true } });
      const { url, bodies } = await startReceiver(world);
      await addEndpoint(ctx, merchantId, { url, format: "classic_form" });
      return async () => {
        await deliverWebhooks(ctx, merchantId);
        return bodies.filter((body) => body.includes("BENEFICIARY_INCIDENT"));
      };
    },
  };
}

/** Makes a notice that a bank is down now. */
export const noticeOf = (changes: Partial<BankNotice> = {}): BankNotice => ({
  entity: "bank",
  entityCode: "HDFC",
  mode: "imps",
  severity: "low",
  because: "the bank's circular",
  planned: null,
  by: "system",
  ...changes,
});
