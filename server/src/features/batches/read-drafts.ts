/** Reads a person's drafts, and the rows of a draft as they are now, with their content and all their faults. */
import type { Actor } from "#audit";
import type { Context } from "#lib/context";
import type { Tx } from "#lib/db";
import type { Vault } from "#lib/vault";
import { findFaults } from "./check-row.ts";
import {
  draftColumns,
  readDraft,
  type BatchDraft,
  type DraftName,
  openDraftRow,
  type DraftFault,
} from "./draft.ts";
import { failureOf, type FieldProblem } from "./failures.ts";
import { FORMATS, paysListed, type RowFields } from "./formats.ts";
import { shownFields } from "./read-fields.ts";

/** A draft with the current counts of its rows. */
export interface DraftSummary extends BatchDraft {
  readonly rows: number;
  readonly wrong: number;
  /** The sum of the rows whose amount can be read. */
  readonly sumPaise: bigint;
}

/** Lists a person's unconfirmed drafts, newest first. */
export async function listDrafts(ctx: Context, merchantId: string, by: Actor): Promise<DraftSummary[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const drafts = await tx.query<BatchDraft>(
      `select ${draftColumns}
       from batches.draft
       where merchant_id = $1
         and made_by = $2
         and batch_id is null
       order by draft_id desc`,
      [merchantId, by],
    );
    return Promise.all(drafts.map((draft) => summarize(tx, draft)));
  });
}

/** Describes one draft of its maker. Throws BatchError.draft_not_found. */
export async function describeDraft(
  ctx: Context,
  merchantId: string,
  name: DraftName,
): Promise<DraftSummary> {
  return ctx.db.inMerchant(merchantId, async (tx) => summarize(tx, await readDraft(tx, name)));
}

const summarize = async (tx: Tx, draft: BatchDraft): Promise<DraftSummary> => ({
  ...draft,
  ...(await countDraftRows(tx, draft)),
});

/** A row of a draft. The account number is in clear. */
export interface DraftRow {
  readonly rowNo: number;
  readonly line: number;
  readonly fields: RowFields;
  readonly amountPaise: bigint | null;
  readonly faults: readonly DraftFault[];
}

interface JudgedRow {
  readonly rowNo: number;
  readonly line: number;
  readonly sealedRow: Buffer;
  readonly amountPaise: bigint | null;
  /** True if an earlier row has the same id. */
  readonly repeated: boolean;
  /** True if a transfer or beneficiary already has the id. */
  readonly taken: boolean;
  /** True if the beneficiary that it names does not exist. */
  readonly unlisted: boolean;
  /** The line of a row that pays its beneficiary elsewhere; null if there is none. */
  readonly otherLine: number | null;
}

interface RowsWanted {
  /** Rows after this number; all if absent. */
  readonly after?: number;
  readonly limit: number;
  /** Only rows with faults, or only rows without. */
  readonly only?: "wrong" | "sound" | undefined;
}

/** Reads a page of a draft's rows, in the order of the file. */
export async function readDraftRows(
  tx: Tx,
  vault: Vault,
  { draft, after = 0, limit, only }: RowsWanted & { draft: BatchDraft },
): Promise<DraftRow[]> {
  const wanted = { wrong: true, sound: false, all: null }[only ?? "all"];
  const rows = await tx.query<JudgedRow>(
    `${judgedRows(draft)}
     select ${judgedColumns}
     from judged
     where row_no > $3
       and ($5::boolean is null or (${IS_WRONG}) = $5)
     order by row_no
     limit $4`,
    [tx.merchantId, draft.draftId, after, limit, wanted],
  );
  return rows.map((row) => toDraftRow(tx, vault, draft, row));
}

/** Reads some rows of a draft by their numbers. */
export async function findDraftRows(
  tx: Tx,
  vault: Vault,
  { draft, rowNos }: { draft: BatchDraft; rowNos: readonly number[] },
): Promise<DraftRow[]> {
  const rows = await tx.query<JudgedRow>(
    `${judgedRows(draft)}
     select ${judgedColumns}
     from judged
     where row_no = any ($3::int[])
     order by row_no`,
    [tx.merchantId, draft.draftId, rowNos],
  );
  return rows.map((row) => toDraftRow(tx, vault, draft, row));
}

/** Reads a page of rows from a draft of its maker. Throws BatchError.draft_not_found. */
export async function listDraftRows(
  ctx: Context,
  merchantId: string,
  { draftId, by, ...wanted }: DraftName & RowsWanted,
): Promise<DraftRow[]> {
  return ctx.db.inMerchant(merchantId, async (tx) => {
    const draft = await readDraft(tx, { draftId, by });
    return readDraftRows(tx, ctx.vault, { draft, ...wanted });
  });
}

function toDraftRow(tx: Tx, vault: Vault, { format }: BatchDraft, row: JudgedRow): DraftRow {
  const content = openDraftRow(vault, tx.merchantId, row.sealedRow);
  const isPayment = FORMATS[format].kind === "transfers";
  const field = isPayment ? "transferId" : "beneId";
  const others: DraftFault[] = [];
  const note = (name: DraftFault["field"], code: FieldProblem): void => {
    others.push({ field: name, code, text: failureOf(code).because });
  };
  if (row.repeated) others.push({ field, code: "repeated", text: REPEATED });
  else if (row.taken) note(field, isPayment ? "transfer_id_exists" : "id_exists");
  if (row.unlisted) note("beneId", "beneficiary_not_found");
  const { rowNo, line, amountPaise, otherLine } = row;
  if (otherLine !== null) others.push(paidElsewhere(content.fields, otherLine));
  const faults = [...findFaults(format, content), ...others];
  return { rowNo, line, fields: shownFields(content.fields), amountPaise, faults };
}

const REPEATED = "Another row of the file has the same ID.";

const paidElsewhere = ({ bankAccount }: RowFields, line: number): DraftFault =>
  bankAccount === undefined
    ? { field: "vpa", code: "another_account", text: `Row ${line} gives this beneficiary another UPI ID.` }
    : {
        field: "bankAccount",
        code: "another_account",
        text: `Row ${line} gives this beneficiary another account.`,
      };

/** Counts the rows of a draft, and those with faults. */
export async function countDraftRows(
  tx: Tx,
  draft: BatchDraft,
): Promise<{ rows: number; wrong: number; sumPaise: bigint }> {
  const [row] = await tx.query<{ rows: number; wrong: number; sumPaise: bigint }>(
    `${judgedRows(draft)}
     select count(*)::int as rows,
       count(*) filter (where ${IS_WRONG})::int as wrong,
       coalesce(sum(amount_paise), 0)::bigint as "sumPaise"
     from judged`,
    [tx.merchantId, draft.draftId],
  );
  return row!;
}

const judgedColumns = `
  row_no as "rowNo", line, sealed_row as "sealedRow", amount_paise as "amountPaise", repeated, taken, unlisted,
  other_line as "otherLine"`;

const IS_WRONG = "faults > 0 or repeated or taken or unlisted or other_line is not null";

/**
 * Judges rows by the other rows and by the stored data. Rows that pay one beneficiary to different accounts are all
 * wrong: otherwise the right one would be paid, and would show which of many guesses it was.
 */
const judgedRows = ({ format, replacesBeneficiaries }: BatchDraft): string => `
  with read as (
    select row.*,
      first_value(account_index) over of_beneficiary as first_account,
      first_value(line) over of_beneficiary as first_line
    from batches.draft_row as row
    where merchant_id = $1
      and draft_id = $2
    window of_beneficiary as (partition by bene_id order by account_index is null, row_no)
  ),
  judged as (
    select row.*,
      row_key is not null and row_number() over (partition by row_key order by row_no) > 1 as repeated,
      ${takenBy(format, replacesBeneficiaries)} as taken,
      ${paysListed(format) ? "row.bene_id is not null and not " + IS_LISTED : "false"} as unlisted,
      case
        when account_index <> first_account then first_line
        when account_index is not null
          then min(line) filter (where account_index <> first_account) over (partition by bene_id)
      end as other_line
    from read as row
  )`;

const IS_LISTED = `exists (
  select from beneficiaries.beneficiary as listed
  where listed.merchant_id = row.merchant_id
    and listed.bene_id = row.bene_id
    and listed.bene_id is not null
    and listed.removed_at is null
)`;

function takenBy(format: BatchDraft["format"], replaces: boolean): string {
  if (FORMATS[format].kind === "transfers")
    return `exists (
      select from transfers.transfer
      where transfer.merchant_id = row.merchant_id
        and transfer.transfer_key = row.row_key
    )`;
  return replaces ? "false" : IS_LISTED;
}
