/** `POST /docs-feedback`: a reader's answer to "Was this page helpful?", from a script or from a plain form. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";

/** Limits the answers of one address, and of all together, in a period. The counts are kept only in memory. */

interface AnswerLimits {
  readonly perAddress: number;
  readonly altogether: number;
  readonly windowMs: number;
}

const ANSWER_LIMITS: AnswerLimits = { perAddress: 30, altogether: 3_000, windowMs: 600_000 };

/** Makes a function that returns true if an address may answer once more at `nowMs`, and then counts the answer. */
export function limitAnswers(limits: AnswerLimits = ANSWER_LIMITS): (ip: string, nowMs: number) => boolean {
  // There are never more entries than answers, so the total limit also bounds the memory.
  const given = new Map<string, number>();
  let startedMs = -Infinity;
  let total = 0;
  return (ip, nowMs) => {
    if (nowMs - startedMs >= limits.windowMs) {
      given.clear();
      total = 0;
      startedMs = nowMs;
    }
    const line = lineOf(ip);
    const before = given.get(line) ?? 0;
    if (before >= limits.perAddress || total >= limits.altogether) return false;
    given.set(line, before + 1);
    total += 1;
    return true;
  };
}

/** IPv6 addresses count by their first four groups as written, which is about one customer's line. */
function lineOf(ip: string): string {
  return ip.includes(":") && !ip.includes(".") ? ip.split(":").slice(0, 4).join(":") : ip;
}

interface FeedbackAnswer {
  readonly page: string;
  readonly helpful: boolean;
  /** True if the reader gave the opposite answer before; that one no longer counts. */
  readonly changed: boolean;
}

const THIS_MONTH = "date_trunc('month', now() at time zone 'Asia/Kolkata')::date";

/** Counts one reader's answer in the present month in India. The caller has checked that the page exists. */
export async function noteFeedback(ctx: Context, { page, helpful, changed }: FeedbackAnswer): Promise<void> {
  await ctx.db.directory(async (tx) => {
    await tx.execute(
      `insert into site.feedback as known (page, month, helpful, answers)
       values ($1, ${THIS_MONTH}, $2, 1)
       on conflict (page, month, helpful) do update
       set answers = known.answers + 1`,
      [page, helpful],
    );
    if (!changed) return;
    // Counts are per month, so an answer of an earlier month does not change.
    await tx.execute(
      `update site.feedback set answers = answers - 1
       where page = $1 and month = ${THIS_MONTH} and helpful <> $2 and answers > 0`,
      [page, helpful],
    );
  });
}

/** The answers about one page. */
interface PageFeedback {
  readonly page: string;
  readonly yes: number;
  readonly no: number;
}

/**
 * Reads the sums of the last `months` months, including the present one. Pages with the largest share of "no" come
 * first.
 */
export async function readFeedback(ctx: Context, { months }: { months: number }): Promise<PageFeedback[]> {
  return ctx.db.directory((tx) =>
    tx.query<PageFeedback>(
      `select page,
         coalesce(sum(answers) filter (where helpful), 0)::int as yes,
         coalesce(sum(answers) filter (where not helpful), 0)::int as no
       from site.feedback
       where month > date_trunc('month', now() at time zone 'Asia/Kolkata') - make_interval(months => $1)
       group by page
       order by sum(answers) filter (where not helpful) / nullif(sum(answers), 0) desc nulls last, page`,
      [months],
    ),
  );
}

const BODY_BYTES_MAX = 1_024;
/** No page has a longer address. */
const PAGE_CHARACTERS_MAX = 200;

/** Mounts the endpoint. `pages` returns the addresses of the pages that can be rated. */
export function mountFeedback(app: FastifyInstance, ctx: Context, pages: () => ReadonlySet<string>): void {
  const mayAnswer = limitAnswers();
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    for (const type of ["application/json", "application/x-www-form-urlencoded"]) {
      scope.addContentTypeParser(type, { parseAs: "string" }, (_request, body, done) => done(null, body));
    }
    // A page asks first, because it may have been served by a server that has only files.
    scope.get("/docs-feedback", (_request, reply) =>
      reply.code(204).header("cache-control", "no-store").send(),
    );
    scope.post("/docs-feedback", { bodyLimit: BODY_BYTES_MAX }, async (request, reply) => {
      const refuse = (code: number, message: string) => reply.code(code).send({ error: { message } });
      if (isFromElsewhere(request)) return refuse(403, "Answers are taken from our own pages only.");
      const isForm =
        request.headers["content-type"]?.startsWith("application/x-www-form-urlencoded") ?? false;
      const answer = readAnswer(String(request.body ?? ""), isForm);
      if (answer === null || answer.page.length > PAGE_CHARACTERS_MAX || !pages().has(answer.page)) {
        return refuse(422, "An answer names a page of the documentation, and whether it was helpful.");
      }
      if (!mayAnswer(request.ip, performance.now())) {
        return refuse(429, "There were many answers from this address. Wait ten minutes.");
      }
      await noteFeedback(ctx, answer);
      if (isForm) return reply.code(303).header("location", `${answer.page}#thanks`).send();
      return reply.code(204).send();
    });
  });
}

/** Browsers state the origin of a request. Programs that do not are limited by their address like all others. */
function isFromElsewhere({ headers }: FastifyRequest): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined && site !== "same-origin" && site !== "none") return true;
  const { origin } = headers;
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== headers.host);
}

function readAnswer(body: string, isForm: boolean): FeedbackAnswer | null {
  if (isForm) {
    const fields = new URLSearchParams(body);
    const helpful = fields.get("helpful");
    if (helpful !== "yes" && helpful !== "no") return null;
    return { page: fields.get("page") ?? "", helpful: helpful === "yes", changed: false };
  }
  const told = parseObject(body);
  if (told === null || typeof told.page !== "string" || typeof told.helpful !== "boolean") return null;
  return { page: told.page, helpful: told.helpful, changed: told.changed === true };
}

function parseObject(body: string): Record<string, unknown> | null {
  try {
    const parsed: unknown = JSON.parse(body);
    return typeof parsed === "object" && parsed !== null ? (parsed as Record<string, unknown>) : null;
  } catch {
    // A body that is not JSON gets the same answer as JSON with other content.
    return null;
  }
}
