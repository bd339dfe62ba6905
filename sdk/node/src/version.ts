/** The version of the package, for its User-Agent. A test compares it with package.json. */
export const VERSION = "0.1.0";
