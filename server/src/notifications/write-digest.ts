import { writeMessage } from "#messages";
import { istText } from "#rails";
import { CATEGORIES, type Category } from "./categories.ts";
import { describeNotice, type Notice } from "./describe-notice.ts";

export interface Digest {
  readonly category: Category;
  readonly merchant: { readonly name: string; readonly mode: "sandbox" | "live" };
  /** All that there is to tell, of which `first` are shown. */
  readonly count: number;
  readonly first: readonly Notice[];
  readonly from: Date;
  readonly to: Date;
  /** Where the dashboard is; null: no one knows from outside. */
  readonly publicUrl: string | null;
  /** The ends of the audit logs as they are now, a line each. */
  readonly auditHeads: readonly string[];
}

/** One e-mail about all that has happened in a category. */
export function writeDigest(digest: Digest): { subject: string; text: string; html: string } {
  const { category, merchant, count, first, publicUrl, auditHeads } = digest;
  const { name, headline } = CATEGORIES[category];
  const said = headline(count);
  const more = count - first.length;
  return writeMessage({
    subject: `${merchant.mode === "sandbox" ? "[Sandbox] " : ""}${said}: ${merchant.name}`,
    paragraphs: [
      `${said} (${merchant.name}${merchant.mode === "sandbox" ? ", sandbox" : ""}), ${formatSpan(digest)}.`,
      ...(more > 0 ? [`The first ${first.length}; ${more} more are not shown here.`] : []),
    ],
    table: {
      columns: ["Time (IST)", "What", "Id", "Detail"],
      rows: first.map((notice) => {
        const { what, id, detail } = describeNotice(notice);
        return [istText(notice.at), what, shorten(id), shorten(detail)];
      }),
    },
    ...(publicUrl === null ? {} : { link: { label: "Open the dashboard", url: `${publicUrl}/dashboard` } }),
    ...(auditHeads.length === 0 ? {} : { note: `${KEEP} ${auditHeads.join(" ")}` }),
    closing:
      `You get this because your address is on the list "${name}" of ${merchant.name}. ` +
      "The list is kept in Settings, Email Notifications.",
  });
}

const KEEP =
  "Keep this line: by it, vitaran audit-head --check tells later whether audit records were removed or changed.";

function formatSpan({ from, to }: Digest): string {
  const [first, last] = [istText(from), istText(to)];
  return first === last ? `at ${first} IST` : `from ${first} to ${last} IST`;
}

const CELL_LENGTH_MAX = 200;

const shorten = (text: string): string =>
  text.length <= CELL_LENGTH_MAX ? text : `${text.slice(0, CELL_LENGTH_MAX - 1).toWellFormed()}…`;
