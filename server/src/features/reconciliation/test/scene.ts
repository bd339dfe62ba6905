/** A merchant's payments and one bank's statements of them, for tests. */
import assert from "node:assert/strict";
import { verifyLedger } from "#proof";
import { istDate } from "#lib/ist";
import { importStatement, matchLines, type Imported } from "#reconciliation";
import { acceptTransfers, runtimeOf, type TransferOrder } from "#transfers";
import { orderTo, type FaultWorld, type Payer } from "#test/faults/fault-world";
import { makeStatement, type HandLine, type HandStatement } from "./make-statement.ts";

export interface Sent {
  readonly transferId: string;
  readonly referenceId: bigint;
  readonly reference: string;
  readonly utr: string | null;
}

export interface Scene {
  /** Orders one payment of 100.00 and lets the bank respond. */
  send(merchant: Payer, key: string, order?: Partial<TransferOrder>): Promise<Sent>;
  /** Imports a statement, by default of today, and matches its lines; checks that the books are sound. */
  state(merchant: Payer, lines: readonly HandLine[], statement?: Partial<HandStatement>): Promise<Imported>;
  /** The side, state and rule of each line, in booking order. */
  linesOf(merchant: Pick<Payer, "merchantId">): Promise<string[]>;
  /** The kind and resolution of each break, sorted. */
  breaksOf(merchant: Pick<Payer, "merchantId">): Promise<string[]>;
  statusOf(merchant: Payer, sent: Pick<Sent, "transferId">): Promise<string>;
}

export function makeScene(world: FaultWorld): Scene {
  const { ctx } = world;
  const textsOf = async (sql: string, { merchantId }: Pick<Payer, "merchantId">): Promise<string[]> =>
    (await world.look<{ text: string }>(sql, [merchantId])).map(({ text }) => text);
  return {
    async send({ merchantId }, key, order = {}) {
      await acceptTransfers(ctx, merchantId, [{ ...orderTo(key), ...order }]);
      await runtimeOf(ctx).idle();
      const [sent] = await world.look<Sent & { referenceId: string }>(
        `select transfer_id as "transferId", reference_id as "referenceId", reference, utr
         from transfers.transfer join transfers.attempt using (merchant_id, transfer_id, attempt)
         where merchant_id = $1 and transfer_key = $2`,
        [merchantId, key],
      );
      return { ...sent!, referenceId: BigInt(sent!.referenceId) };
    },
    async state({ merchantId, bankId, debitAccount }, lines, about = {}) {
      const statement = makeStatement({ debitAccount, day: istDate(new Date()), ...about, lines });
      const imported = await importStatement(ctx, merchantId, { bankId, statement });
      await matchLines(ctx, merchantId);
      assert.deepEqual((await verifyLedger(ctx, merchantId)).findings, []);
      return imported;
    },
    linesOf: (merchant) =>
      textsOf(
        `select concat_ws(' ', side, state, rule) as text from reconciliation.line
         where merchant_id = $1 order by booked_at, line_id`,
        merchant,
      ),
    breaksOf: async (merchant) =>
      (
        await textsOf(
          "select concat_ws(' ', kind, resolution) as text from reconciliation.break where merchant_id = $1",
          merchant,
        )
      ).toSorted(),
    async statusOf({ merchantId }, { transferId }) {
      const [row] = await world.look<{ status: string }>(
        "select status from transfers.transfer where merchant_id = $1 and transfer_id = $2",
        [merchantId, transferId],
      );
      return row!.status;
    },
  };
}
