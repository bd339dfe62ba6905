/** Reads single settings from the environment, for the files that list them. */
/** A setting that cannot be used; `setting` is the variable's name. */
export class ConfigError extends Error {
  readonly setting: string;

  constructor(setting: string, why: string) {
    super(`${setting}: ${why}`);
    this.name = "ConfigError";
    this.setting = setting;
  }
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** The first of `allowed` is the default. */
export function oneOf<T extends string>(environment: Environment, name: string, allowed: readonly T[]): T {
  const value = environment[name] || allowed[0];
  const found = allowed.find((word) => word === value);
  if (found === undefined) throw new ConfigError(name, `is "${value}"; it may be ${allowed.join(", ")}`);
  return found;
}

export function readWhole(
  environment: Environment,
  name: string,
  { fallback, min, max }: { fallback: number; min: number; max: number },
): number {
  const text = environment[name];
  if (text === undefined || text === "") return fallback;
  const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= min && value <= max)) {
    throw new ConfigError(name, `is "${text}"; it must be a whole number from ${min} to ${max}`);
  }
  return value;
}

export function readUrl(environment: Environment, name: string, protocols: readonly string[]): string | null {
  const text = environment[name];
  if (text === undefined || text === "") return null;
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !protocols.includes(url.protocol)) {
    throw new ConfigError(name, `must be an address that begins with ${protocols.join(" or ")}//`);
  }
  return text;
}

/** Reads keys of 32 bytes as base64, newest first, separated by commas. */
export function readKeys(environment: Environment, name: string): Buffer[] {
  const text = environment[name];
  if (text === undefined || text === "") return [];
  return text.split(",").map((part) => {
    const key = Buffer.from(part.trim(), "base64");
    if (key.length !== 32 || key.toString("base64") !== part.trim())
      throw new ConfigError(name, "must be 32 bytes as base64 (several, newest first, by commas)");
    return key;
  });
}
