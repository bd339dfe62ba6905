/** One connection to a receiver of syslog: TCP or TLS with octet counting (RFC 6587, RFC 5425), or UDP (RFC 5426). */
import { createSocket } from "node:dgram";
import { lookup } from "node:dns/promises";
import { once } from "node:events";
import { connect as connectTcp, isIP, type Socket } from "node:net";
import { connect as connectTls, getCACertificates, TLSSocket } from "node:tls";
import { InvalidArgumentError } from "commander";
import { CommandError } from "../command-error.ts";

/** Messages go there. */
export interface Receiver {
  readonly scheme: keyof typeof BYTES_MAX;
  readonly host: string;
  readonly port: number;
}

/** The longest message for each way. Over UDP it is what most receivers read, and a network still carries. */
export const BYTES_MAX = { tcp: Number.POSITIVE_INFINITY, tls: Number.POSITIVE_INFINITY, udp: 8_192 };

/** Says how and when a connection ended. One that the receiver closed in order was read to its end. */
export interface Loss {
  readonly at: number;
  readonly inOrder: boolean;
}

/** An open connection. */
export interface SyslogLink {
  /** Resolves when the operating system has taken all messages. Rejects if the connection is lost. */
  send(messages: readonly Buffer[]): Promise<void>;
  /** Says how it was lost, or null while it is there. */
  loss(): Loss | null;
  /** Ends it, and resolves when the receiver has ended it too. Rejects if it is lost instead. */
  end(): Promise<void>;
  close(): void;
}

const CONNECT_WITHIN_MS = 10_000;
/** A receiver that does not end its side within this time is left. */
const END_WITHIN_MS = 5_000;
const PROBE_AFTER_MS = 30_000;

/** Reads the address of a receiver. */
export function readReceiver(text: string): Receiver {
  const [, scheme, bracketed, plain, port] =
    /^(tcp|tls|udp):\/\/(?:\[([0-9a-f:.]+)\]|([^\s/:@?#[\]]+)):(\d{1,5})\/?$/i.exec(text) ?? [];
  const host = bracketed ?? plain;
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535)
    throw new InvalidArgumentError(
      "Use tcp, tls or udp with a host and a port, e.g. tls://siem.example:6514.",
    );
  return { scheme: scheme!.toLowerCase() as Receiver["scheme"], host, port: Number(port) };
}

/** Connects to the receiver. A certificate that is not valid ends the command, since waiting does not mend it. */
export async function openLink(receiver: Receiver): Promise<SyslogLink> {
  return receiver.scheme === "udp" ? openUdp(receiver) : openStream(receiver);
}

async function openStream({ scheme, host, port }: Receiver): Promise<SyslogLink> {
  const socket = scheme === "tls" ? connectTls(tlsOptions(host, port)) : connectTcp({ host, port });
  let failed = false;
  let loss: Loss | null = null;
  socket.on("error", () => (failed = true));
  socket.on("end", () => (loss ??= { at: performance.now(), inOrder: true }));
  socket.on("close", () => {
    if (loss === null || failed) loss = { at: loss?.at ?? performance.now(), inOrder: false };
  });
  const signal = AbortSignal.timeout(CONNECT_WITHIN_MS);
  try {
    await once(socket, scheme === "tls" ? "secureConnect" : "connect", { signal });
  } catch (error) {
    socket.destroy();
    throw socket instanceof TLSSocket && socket.authorizationError ? notTrusted(host, error as Error) : error;
  }
  socket.setKeepAlive(true, PROBE_AFTER_MS);
  // Nothing is expected, but without reading the end of the connection would not be noticed.
  socket.resume();
  return {
    loss: () => loss,
    send: (messages) =>
      write(socket, Buffer.concat(messages.flatMap((one) => [Buffer.from(`${one.length} `), one]))),
    end: () => endStream(socket),
    close: () => socket.destroy(),
  };
}

const tlsOptions = (host: string, port: number) => ({
  host,
  port,
  // The operating system trusts some, Node.js brings others, and NODE_EXTRA_CA_CERTS names more.
  ca: [...new Set([...getCACertificates("default"), ...getCACertificates("system")])],
  ...(isIP(host) === 0 ? { servername: host } : {}),
});

function notTrusted(host: string, { message }: Error): CommandError {
  const text = `The certificate of ${host} is not valid, and nothing was sent: ${message}.`;
  return new CommandError(`${text} NODE_EXTRA_CA_CERTS names a file of further authorities.`);
}

/** The callback comes when the operating system has taken the bytes. */
function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const onClose = (): void => reject(new Error("the connection was closed"));
    socket.once("close", onClose);
    socket.write(bytes, (error) => {
      socket.off("close", onClose);
      if (error) reject(error);
      else resolve();
    });
    if (socket.destroyed) onClose();
  });
}

async function endStream(socket: Socket): Promise<void> {
  if (socket.destroyed || socket.readableEnded) throw new Error("the connection was closed");
  const closed = once(socket, "close", { signal: AbortSignal.timeout(END_WITHIN_MS) });
  socket.end();
  try {
    await closed;
  } catch (error) {
    if ((error as Error).name !== "AbortError") throw error;
    socket.destroy();
  }
}

async function openUdp({ host, port }: Receiver): Promise<SyslogLink> {
  const { address, family } = await lookup(host);
  const socket = createSocket(family === 6 ? "udp6" : "udp4");
  let loss: Loss | null = null;
  // A computer that is there answers if no program listens; otherwise losses are not noticed.
  const lose = (): void => void (loss ??= { at: performance.now(), inOrder: false });
  socket.on("error", lose);
  socket.connect(port, address);
  try {
    await once(socket, "connect");
  } catch (error) {
    socket.close();
    throw error;
  }
  const sendOne = (message: Buffer): Promise<void> =>
    new Promise((resolve, reject) => {
      socket.send(message, (error) => (error ? reject(error) : resolve()));
    });
  return {
    loss: () => loss,
    async send(messages) {
      for (const message of messages) await sendOne(message);
    },
    end: async () => undefined,
    close: () => socket.close(),
  };
}
