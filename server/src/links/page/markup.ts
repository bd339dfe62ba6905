import { istText } from "#rails";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** Formats a moment in India: `22 Nov 2026, 16:12 IST`. */
export function formatMoment(at: Date): string {
  const [date = "", time = ""] = istText(at).split(" ");
  const [year, month, day] = date.split("-");
  return `${Number(day)} ${MONTHS[Number(month) - 1]} ${year}, ${time.slice(0, 5)} IST`;
}

/** Formats the time of day in India: `16:12 IST`. */
export function formatTime(at: Date): string {
  return `${istText(at).slice(11, 16)} IST`;
}

/** HTML as values: everything in a template is text, unless this function made it. */

export interface Markup {
  readonly markup: string;
}

export type Part = Markup | string | number | false | null | undefined | readonly Part[];

/** Makes markup from a template. Every part is escaped, lists are joined, and empty values are omitted. */
export function html(texts: TemplateStringsArray, ...parts: Part[]): Markup {
  return { markup: texts.reduce((made, text, index) => made + write(parts[index - 1]) + text) };
}

function write(part: Part): string {
  if (part === null || part === undefined || part === false) return "";
  if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
  return "markup" in part ? part.markup : part.map(write).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Direction marks can make a text look like another, which is dangerous next to an amount. */
function escapeText(text: string): string {
  return text
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, "")
    .replaceAll(/[&<>"']/g, (char) => ENTITIES[char]!);
}
