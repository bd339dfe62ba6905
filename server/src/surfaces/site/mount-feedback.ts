/** `POST /docs-feedback`: a reader's answer to "Was this page helpful?", from a script or from a plain form. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "#lib/context";
import { limitAnswers } from "./limit-answers.ts";
import { noteFeedback } from "./note-feedback.ts";
import type { FeedbackAnswer } from "./note-feedback.ts";

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
