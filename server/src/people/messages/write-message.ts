/** Lays out every e-mail as plain text and as simple HTML, without images or anything else that is loaded. */

export interface MessageParts {
  readonly subject: string;
  /** Each paragraph is one sentence. */
  readonly paragraphs: readonly string[];
  /** Something to type in elsewhere, e.g. a one-time password. */
  readonly code?: string;
  /** An http or https address to open. */
  readonly link?: { readonly label: string; readonly url: string };
  readonly table?: { readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] };
  /** Something to keep; in small print above the closing. */
  readonly note?: string;
  /** Small print at the end: why the recipient gets this e-mail, and how to stop it. */
  readonly closing?: string;
}

/** Builds an e-mail's subject and bodies from its parts. All values are treated as text, never as markup. */
export function writeMessage(parts: MessageParts): { subject: string; text: string; html: string } {
  const plain = plainParts(parts);
  return { subject: plain.subject, text: writeText(plain), html: writeHtml(plain) };
}

/** Control characters have no place in an e-mail, and direction marks can disguise a text. */
const plainText = (text: string): string =>
  text.replaceAll(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]+/gu, " ").trim();

/**
 * Changes a text so that mail programs find no link in it: for subjects, and for names that people chose themselves in
 * e-mails to others who do not know them.
 */
export const withoutLinks = (text: string): string =>
  text
    .replaceAll("://", " ")
    .replaceAll("@", " at ")
    .replaceAll(/\.(?=\p{L})/gu, ". ");

function plainParts({ subject, paragraphs, code, link, table, note, closing }: MessageParts): MessageParts {
  return {
    subject: withoutLinks(plainText(subject)),
    paragraphs: paragraphs.map(plainText),
    ...(code === undefined ? {} : { code: plainText(code) }),
    ...(link === undefined ? {} : { link: { label: plainText(link.label), url: readUrl(link.url) } }),
    ...(table === undefined
      ? {}
      : {
          table: { columns: table.columns.map(plainText), rows: table.rows.map((row) => row.map(plainText)) },
        }),
    ...(note === undefined ? {} : { note: plainText(note) }),
    ...(closing === undefined ? {} : { closing: plainText(closing) }),
  };
}

function readUrl(url: string): string {
  const { protocol, href } = new URL(url);
  if (protocol === "https:" || protocol === "http:") return href;
  throw new Error(`a message links to http or https, not to ${protocol}`);
}

function writeText({ paragraphs, code, link, table, note, closing }: MessageParts): string {
  const blocks = [
    ...paragraphs,
    ...(code === undefined ? [] : [`    ${code}`]),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    ...(table === undefined
      ? []
      : [[table.columns, ...table.rows].map((cells) => cells.join(" | ")).join("\n")]),
    ...(note === undefined ? [] : [note]),
    ...(closing === undefined ? [] : [`--\n${closing}`]),
  ];
  return `${blocks.join("\n\n")}\n`;
}

const FONT = "font-family:system-ui,sans-serif;font-size:16px;line-height:1.5";
const CELL = "border:1px solid #c8c8c8;padding:4px 8px;text-align:left";

function writeHtml({ subject, paragraphs, code, link, table, note, closing }: MessageParts): string {
  const blocks = [
    ...paragraphs.map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`),
    ...(code === undefined ? [] : [`<p style="font-size:24px"><code>${escapeHtml(code)}</code></p>`]),
    ...(link === undefined
      ? []
      : [`<p><a href="${escapeHtml(link.url)}" rel="noreferrer">${escapeHtml(link.label)}</a></p>`]),
    ...(table === undefined ? [] : [writeTable(table)]),
    ...[note, closing].flatMap((small) =>
      small === undefined ? [] : [`<p style="font-size:13px">${escapeHtml(small)}</p>`],
    ),
  ];
  return (
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="${FONT}">${blocks.join("")}</body></html>`
  );
}

function writeTable({ columns, rows }: NonNullable<MessageParts["table"]>): string {
  const row = (cells: readonly string[], tag: "th" | "td"): string =>
    `<tr>${cells.map((cell) => `<${tag} style="${CELL}">${escapeHtml(cell)}</${tag}>`).join("")}</tr>`;
  const head = `<thead>${row(columns, "th")}</thead>`;
  const body = `<tbody>${rows.map((cells) => row(cells, "td")).join("")}</tbody>`;
  return `<table style="border-collapse:collapse">${head}${body}</table>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);
}
