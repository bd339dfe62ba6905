/** The ports of this computer that the product itself uses: no address from a merchant may lead there. */
const holders = new Map<number, number>();

/** Marks a port as ours until the returned function is called. */
export function holdPort(port: number): () => void {
  holders.set(port, (holders.get(port) ?? 0) + 1);
  let isHeld = true;
  return () => {
    if (!isHeld) return;
    isHeld = false;
    const left = (holders.get(port) ?? 1) - 1;
    if (left === 0) holders.delete(port);
    else holders.set(port, left);
  };
}

/** Returns true if something of ours listens there. */
export function isOwnPort(port: number): boolean {
  return holders.has(port);
}

/** Returns the port of a URL; the default is that of its protocol, 5432 for a database. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (DEFAULTS[protocol] ?? 5432) : Number(port);
}

const DEFAULTS: Readonly<Record<string, number>> = {
  "http:": 80,
  "https:": 443,
  // The ports for senders, which the mail library uses without a port.
  "smtp:": 587,
  "smtps:": 465,
};
