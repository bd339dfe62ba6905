/** Shared parts of the batch tests: a merchant whose banks pay, rows, and a worker that runs to the end. */
import type { Context } from "#lib/context";
import { runtimeOf, workTransfers } from "#transfers";
import { startSimulator, type Simulator } from "#test/simulator";
import { makeWorld, type TestMerchant, type World } from "#test/world";
import {
  describeBatch,
  readRows,
  requestBatch,
  workBatches,
  type BatchAcceptance,
  type BatchDescription,
  type BatchOrder,
  type BatchRow,
  type FormatName,
} from "#batches";

interface BatchWorld extends World {
  readonly simulator: Simulator;
  /** Makes a merchant with a lakh of rupees and banks that pay. */
  makePayer(balancePaise?: bigint): Promise<TestMerchant>;
}

export async function makeBatchWorld(): Promise<BatchWorld> {
  const world = await makeWorld();
  const simulator = await startSimulator(world);
  const makePayer = (balancePaise = 1_00_000_00n): Promise<TestMerchant> =>
    world.makeMerchant({ balancePaise, simulator });
  return { ...world, simulator, makePayer };
}

let made = 0;

/** Returns an id that no other row or batch of the test file has. */
export const freshId = (prefix: string): string => `${prefix}_${(made += 1)}`;

/** Makes a row to a new bank account, with changes. */
export const accountRow = (changes: Record<string, unknown> = {}): Record<string, unknown> => ({
  transferId: freshId("t"),
  amount: "10.00",
  name: "Asha Rao",
  phone: "9876543210",
  email: "asha@example.com",
  bankAccount: String(600_100_000_000 + (made += 1)),
  ifsc: "HDFC0000001",
  ...changes,
});

/** Makes a .csv file of rows with the same fields, with other titles for some. */
export function fileOf(
  rows: readonly Readonly<Record<string, unknown>>[],
  titles: Readonly<Record<string, string>> = {},
): Buffer {
  const names = Object.keys(rows[0]!);
  const cells = [
    names.map((name) => titles[name] ?? name),
    ...rows.map((row) => names.map((name) => row[name])),
  ];
  return Buffer.from(cells.map((line) => line.map((cell) => String(cell ?? "")).join(",")).join("\n"));
}

export function request(
  ctx: Context,
  { merchantId }: TestMerchant,
  { rows, ...changes }: Partial<BatchOrder> & Pick<BatchOrder, "rows"> & { format?: FormatName },
): Promise<BatchAcceptance> {
  return requestBatch(ctx, merchantId, {
    batchKey: freshId("batch"),
    format: "BANK_ACCOUNT",
    replacesBeneficiaries: false,
    fundSourceId: null,
    by: "api-key:tests",
    ...changes,
    rows,
  });
}

/** An ended batch with its rows. */
export interface Outcome extends BatchDescription {
  readonly rows: readonly BatchRow[];
}

/** Requests a batch and works until nothing is left to do. */
export async function pay(
  ctx: Context,
  merchant: TestMerchant,
  order: Parameters<typeof request>[2],
): Promise<Outcome> {
  const { batch } = await request(ctx, merchant, order);
  await workOff(ctx, merchant);
  return outcomeOf(ctx, merchant, batch.batchId);
}

/** Processes batches and transfers until nothing is in progress in this process. */
export async function workOff(ctx: Context, { merchantId }: TestMerchant): Promise<void> {
  await workBatches(ctx, merchantId);
  await runtimeOf(ctx).idle();
  await workTransfers(ctx, merchantId);
  await runtimeOf(ctx).idle();
}

export async function outcomeOf(
  ctx: Context,
  { merchantId }: TestMerchant,
  batchId: string,
): Promise<Outcome> {
  const batch = await describeBatch(ctx, merchantId, { batchId });
  return { ...batch, rows: await readRows(ctx, merchantId, { batch, limit: 10_000 }) };
}
