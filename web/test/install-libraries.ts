// Makes client libraries importable from their sources. The test suites in sdk/ check the packages.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import type { LanguageId } from "#ui/code-language.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const CACHE = join(ROOT, "node_modules/.cache");

function write(file: string, text: string): void {
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(file, text);
}

/** Returns the jars that the Java library needs. They come from Maven once for each version of its pom.xml. */
function findJars(): string[] {
  const pom = join(ROOT, "sdk/java/pom.xml");
  const known = createHash("sha256").update(readFileSync(pom)).digest("hex").slice(0, 16);
  const folder = join(CACHE, "sdk-java", known);
  if (!existsSync(folder)) {
    const made = `${folder}.${process.pid}`;
    const goal = "org.apache.maven.plugins:maven-dependency-plugin:3.9.0:copy-dependencies";
    execFileSync("mvn", ["-B", "-q", "-f", pom, goal, "-DincludeScope=runtime", `-DoutputDirectory=${made}`]);
    if (existsSync(folder)) rmSync(made, { recursive: true });
    else renameSync(made, folder);
  }
  return globSync("*.jar", { cwd: folder }).map((jar) => join(folder, jar));
}

/**
 * Installs a language's library into a project folder, and returns the environment variables by which programs find it.
 */
export const installLibrary: Partial<Record<LanguageId, (folder: string) => NodeJS.ProcessEnv>> = {
  node: (folder) => {
    const installed = join(folder, "node_modules/@vitaran/node");
    const source = JSON.stringify(join(ROOT, "sdk/node/src/index.ts"));
    write(join(installed, "package.json"), '{ "type": "module", "exports": "./index.js" }');
    write(join(installed, "index.js"), `export * from ${source};\n`);
    return {};
  },
  python: () => {
    const packages = execFileSync("python3", [join(ROOT, "sdk/python/tests/environment.py")], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    });
    const path = [join(ROOT, "sdk/python/src"), packages.trim()].join(delimiter);
    return { PYTHONPATH: path, PYTHONDONTWRITEBYTECODE: "1" };
  },
  java: (folder) => {
    const jars = findJars().join(delimiter);
    const classes = join(folder, "vitaran-java");
    const sources = globSync("sdk/java/src/main/java/**/*.java", { cwd: ROOT });
    execFileSync("javac", ["-cp", jars, "-d", classes, ...sources], { cwd: ROOT });
    return { CLASSPATH: [classes, jars].join(delimiter) };
  },
  php: (folder) => {
    const autoload = join(ROOT, "sdk/php/test/autoload.php");
    write(join(folder, "vendor/autoload.php"), `<?php\nrequire_once '${autoload}';\n`);
    return {};
  },
};
