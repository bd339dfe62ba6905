/** Keeps one bearer token for the whole client, and renews it once, however many calls need it. */

export interface Token {
  readonly text: string;
  /** The end by this machine's clock, in milliseconds since 1970. */
  readonly endsAtMs: number;
}

export interface Tokens {
  /** Returns a token that is valid long enough for the next call. */
  take(): Promise<string>;
  /** Returns a different token than this one, which the server refused. */
  replace(refused: string): Promise<string>;
}

/** A token is renewed if it ends in less than this. Tokens last 600 seconds. */
const RENEW_BEFORE_MS = 60_000;

/** @param ask requests a new token from the server */
export function keepTokens(ask: () => Promise<Token>): Tokens {
  let current: Token | null = null;
  let asking: Promise<Token> | null = null;

  const renew = async (): Promise<string> => {
    // The token is stored before the request counts as finished, so that no call in between requests another one.
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
