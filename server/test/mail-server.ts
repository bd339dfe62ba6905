/** A real mail server on this machine, which can treat each recipient differently. */
import { once } from "node:events";
import { SMTPServer } from "smtp-server";
import type { World } from "./world.ts";

/** The answer to RCPT TO or after DATA instead of success. */
interface SmtpNo {
  readonly at: "recipient" | "data";
  readonly code: number;
}

export interface Mail {
  readonly to: string;
  /** Headers and body as received. */
  readonly raw: string;
  /** Returns the value of a header, unfolded; "" if there is none. */
  header(name: string): string;
}

interface MailServer {
  readonly url: string;
  /** All e-mails in the order of arrival, including those that were refused after DATA. */
  readonly mails: Mail[];
  /** Returns the refusal for a recipient; null accepts. Called each time, and may wait. */
  answer: (to: string) => SmtpNo | null | Promise<SmtpNo | null>;
}

/** Starts a mail server that is closed with the world. */
export async function startMailServer(world: World): Promise<MailServer> {
  const server = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onRcptTo: ({ address }, _session, callback) => tell(callback, answerAt("recipient", address)),
    onData: (stream, session, callback) => {
      const to = session.envelope.rcptTo[0]!.address;
      const chunks: Buffer[] = [];
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        made.mails.push(makeMail(to, Buffer.concat(chunks).toString()));
        tell(callback, answerAt("data", to));
      });
    },
  });
  // The tests include clients that disconnect in the middle.
  server.on("error", () => undefined);
  const answerAt = async (at: SmtpNo["at"], to: string): Promise<Error | null> => {
    const no = await made.answer(to);
    if (no === null || no.at !== at) return null;
    return Object.assign(new Error(`<${to}> is not wanted here`), { responseCode: no.code });
  };
  const listening = server.listen(0, "127.0.0.1");
  await once(listening, "listening");
  const { port } = listening.address() as { port: number };
  const made: MailServer = { url: `smtp://127.0.0.1:${port}`, mails: [], answer: () => null };
  world.onClose(() => new Promise((resolve) => server.close(() => resolve())));
  return made;
}

/** The server's library needs a callback. */
function tell(callback: (no: Error | null) => void, answer: Promise<Error | null>): void {
  void (async () => callback(await answer))();
}

function makeMail(to: string, raw: string): Mail {
  const head = raw.slice(0, raw.indexOf("\r\n\r\n")).replaceAll(/\r\n[ \t]+/g, " ");
  return {
    to,
    raw,
    header: (name) => new RegExp(`^${name}: (.*)$`, "im").exec(head)?.[1]?.trim() ?? "",
  };
}
