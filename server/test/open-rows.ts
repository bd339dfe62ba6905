/** Opens sealed texts in rows of any merchants, which only tests do. */
import { listMerchantIds } from "#access";
import type { Context } from "#lib/context";
import { SEALED_PREFIX, sealsOf, type Seals } from "#lib/seals";
import { VaultError } from "#lib/vault";

/** Returns the same rows; each text is opened with the keys of its merchant. */
export async function openRows(ctx: Context, rows: readonly unknown[]): Promise<unknown[]> {
  if (!rows.some(holdsSealed)) return [...rows];
  const merchants = (await listMerchantIds(ctx)).map((merchantId) => sealsOf(ctx.vault, merchantId));
  return rows.map((row) => mapTexts(row, (text) => openText(merchants, text)));
}

const isSealed = (value: unknown): value is string =>
  typeof value === "string" && value.startsWith(SEALED_PREFIX);

function holdsSealed(value: unknown): boolean {
  if (isPlain(value)) return Object.values(value).some(holdsSealed);
  return Array.isArray(value) ? value.some(holdsSealed) : isSealed(value);
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (isSealed(value)) return change(value);
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change));
  if (!isPlain(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, mapTexts(one, change)]));
}

const isPlain = (value: unknown): value is object =>
  typeof value === "object" &&
  value !== null &&
  !Array.isArray(value) &&
  !Buffer.isBuffer(value) &&
  !(value instanceof Date);

function openText(merchants: readonly Seals[], text: string): string {
  for (const seals of merchants) {
    try {
      return seals.open(text);
    } catch (error) {
      if (!(error instanceof VaultError)) throw error;
    }
  }
  return text;
}
