// Runs many samples of one language in one process, because starting the language takes most of the time.
import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import type { LanguageId } from "#ui/code-language.ts";
import { languages } from "./languages.ts";

const run = promisify(execFile);

export interface Sample {
  readonly id: string;
  readonly text: string;
}

/** A sample's output, and the error that ended it. `subCode` is "none" if the error has none. */
export interface Outcome {
  readonly id: string;
  readonly printed: string;
  readonly error: { readonly subCode: string; readonly message: string } | undefined;
}

/** Runs the samples in the given order, in the project's folder. `name` keeps sets of samples apart. */
export async function runSamples(
  language: LanguageId,
  samples: readonly Sample[],
  { folder, name, env }: { folder: string; name: string; env: NodeJS.ProcessEnv },
): Promise<Outcome[]> {
  const { command, ending, file } = languages[language];
  const own = join(folder, name);
  const files = samples.map(({ id, text }) => {
    mkdirSync(join(own, id), { recursive: true });
    writeFileSync(join(own, id, file), language === "java" ? `package ${id};\n${text}` : text);
    return join(own, id, file);
  });
  const all = join(own, `All${ending}`);
  writeFileSync(all, runners[language]);
  if (language === "java") await run("javac", ["-d", own, all, ...files], { env });
  const classpath = [own, env["CLASSPATH"] ?? ""].join(delimiter);
  const started = language === "java" ? ["-cp", classpath, "All"] : [all];
  const ids = samples.map(({ id }) => id);
  const { stdout } = await run(command, [...started, ...ids], { env, cwd: folder, maxBuffer: 2 ** 25 });
  const ended = stdout.matchAll(/([^]*?)^(ran|failed) (\w+) ?(\w*) ?(.*)\n/gm);
  return [...ended].map(([, printed = "", how, id = "", subCode = "", message = ""]) => ({
    id,
    printed,
    error: how === "ran" ? undefined : { subCode, message },
  }));
}

const curl = `
for name in "$@"; do
  bash "$(dirname "$0")/$name/call.sh"
  printf '\\nran %s\\n' "$name"
done
`;

const node = `
for (const name of process.argv.slice(2)) {
  await import(\`./\${name}/call.mjs\`).then(
    () => console.log("\\nran", name),
    (error) => console.log("\\nfailed", name, error.subCode ?? "none", String(error)),
  );
}
`;

const python = `
import runpy, sys
from pathlib import Path
for name in sys.argv[1:]:
    try:
        runpy.run_path(str(Path(__file__).parent / name / "call.py"))
        print("\\nran", name)
    except Exception as error:
        print("\\nfailed", name, getattr(error, "sub_code", "none"), error)
`;

const java = `
public class All {
  public static void main(String[] names) throws Exception {
    for (String name : names) {
      try {
        Class.forName(name + ".Call").getMethod("main", String[].class).invoke(null, (Object) names);
        System.out.println("\\nran " + name);
      } catch (java.lang.reflect.InvocationTargetException thrown) {
        System.out.println("\\nfailed " + name + " " + subCodeOf(thrown.getCause()) + " " + thrown.getCause());
      }
    }
  }

  /** Uses reflection, because samples over plain HTTP run without the library. */
  static Object subCodeOf(Throwable error) throws Exception {
    try {
      return error.getClass().getMethod("subCode").invoke(error);
    } catch (NoSuchMethodException another) {
      return "none";
    }
  }
}
`;

const php = `<?php
$run = static function (string $name): void { require __DIR__ . "/{$name}/call.php"; };
foreach (array_slice($argv, 1) as $name) {
    try {
        $run($name);
        echo "\\nran {$name}\\n";
    } catch (Throwable $error) {
        $subCode = $error->subCode ?? 'none';
        echo "\\nfailed {$name} {$subCode} {$error->getMessage()}\\n";
    }
}
`;

/** Each program runs the samples named by its arguments, and prints `ran <name>` or `failed <name> <subCode> <why>`. */
const runners: Record<LanguageId, string> = { curl, node, python, java, php };
