/** Bearer tokens: one at a time for the whole client, renewed once however many calls need it. */

export interface Token {
  readonly text: string;
  /** By this machine's clock, in milliseconds since 1970. */
  readonly endsAtMs: number;
}

export interface Tokens {
  /** A token that lasts for the coming call. */
  take(): Promise<string>;
  /** A token other than this one, which the server did not take. */
  replace(refused: string): Promise<string>;
}

/** A token this close to its end is renewed before it is used; tokens last 600 seconds. */
const RENEW_BEFORE_MS = 60_000;

/** @param ask asks the server for a new token */
export function keepTokens(ask: () => Promise<Token>): Tokens {
  let current: Token | null = null;
  let asking: Promise<Token> | null = null;

  const renew = async (): Promise<string> => {
    // Kept before it counts as asked for: no call comes between, and asks again.
    asking ??= ask()
      .then((token) => (current = token))
      .finally(() => (asking = null));
    return (await asking).text;
  };
  const take = (): Promise<string> =>
    current !== null && current.endsAtMs - RENEW_BEFORE_MS > Date.now()
      ? Promise.resolve(current.text)
      : renew();

  return {
    take,
    replace: (refused) => {
      if (current?.text === refused) current = null;
      return take();
    },
  };
}
