/** The ports of this computer that belong to the product itself: nothing that a merchant names may lead there. */
const holders = new Map<number, number>();

/** Says that something of ours listens on a port, until the returned function is called. */
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

/** Whether something of ours listens there. */
export function isOwnPort(port: number): boolean {
  return holders.has(port);
}

/** The port of a URL whose protocol has 80, 443 or 5432 by default. */
export function portOf({ port, protocol }: URL): number {
  return port === "" ? (DEFAULTS[protocol] ?? 5432) : Number(port);
}

const DEFAULTS: Readonly<Record<string, number>> = { "http:": 80, "https:": 443 };
