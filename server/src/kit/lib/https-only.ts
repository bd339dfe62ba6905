/** Tells browsers to use HTTPS only, for a year; over plain HTTP they ignore it. */
export const HTTPS_ONLY = {
  "strict-transport-security": "max-age=31536000; includeSubDomains",
} as const;
