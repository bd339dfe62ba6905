/** The package's version, as its User-Agent tells it; a test compares it with package.json. */
export const VERSION = "0.1.0";
