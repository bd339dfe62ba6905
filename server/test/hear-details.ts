/** A search of a whole database for texts, also in what is sealed there. */
import type { Vault } from "#lib/vault";
import type { World } from "./world.ts";

/** The purposes for which bytes are sealed in columns that may have details of payees. */
const PURPOSES = [
  "beneficiary.account",
  "beneficiary.card",
  "batch.row",
  "batch.draft",
  "batch.draft_file",
  "links.account",
  "reconciliation.counterparty",
  "erasures.kept",
];

/** Returns the tables in which one of the texts stands, in any case, in clear or sealed: `table has text`. */
export async function hearDetails(
  world: World,
  { merchantId, texts }: { readonly merchantId: string; readonly texts: readonly string[] },
): Promise<string[]> {
  const tables = await world.look<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name
     from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  const heard = new Set<string>();
  for (const { name } of tables) {
    for (const row of await world.look<object>(`select * from ${name}`)) {
      const opened = JSON.stringify(row, (_, value: unknown) =>
        openBytes(world.ctx.vault, merchantId, value),
      );
      for (const text of texts)
        if (opened.toLowerCase().includes(text.toLowerCase())) heard.add(`${name} has ${text}`);
    }
  }
  return [...heard].toSorted();
}

/** Returns sealed bytes as text; JSON writes a Buffer as an object before anyone else sees it. */
function openBytes(vault: Vault, merchantId: string, value: unknown): unknown {
  const isBytes =
    typeof value === "object" && value !== null && (value as { type?: unknown }).type === "Buffer";
  if (!isBytes) return typeof value === "bigint" ? String(value) : value;
  const bytes = Buffer.from((value as { data: number[] }).data);
  for (const purpose of PURPOSES) {
    try {
      return vault.open({ merchantId, purpose }, bytes).toString();
    } catch {
      // It was sealed for something else.
    }
  }
  return bytes.toString("latin1");
}
