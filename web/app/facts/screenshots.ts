// Pictures of the dashboard for the documentation: `npm run docs-screenshots` makes them all anew.
export interface Screenshot {
  /** Below /dashboard/sandbox/. */
  path: string;
  /** What it shows, for people who do not see it. */
  alt: string;
  /** Buttons and links that are chosen one after the other before the picture is taken, by their names. */
  choose?: readonly string[];
}

export const screenshotSize = { width: 1280, height: 800 };

export const screenshots = {
  "fund-sources": {
    path: "fund-sources",
    alt: "Fund Sources: the wallet and a connected bank account, each with what is available, its balance, what is held, its threshold and its last recharge.",
  },
  wallet: {
    path: "fund-sources/WALLET_1",
    alt: "The wallet: what is available, and below it the statement with debits, credits and the balance after each line.",
  },
  downtimes: {
    path: "fund-sources/downtimes",
    alt: "Downtimes: incidents of connected fund sources with their type, payment mode, start, end and status.",
  },
} as const satisfies Readonly<Record<string, Screenshot>>;

export type ScreenshotName = keyof typeof screenshots;
