import { execFile } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Writes programs into folders of their own and answers the arguments that each is started with. Java's are compiled
 * together, each in a package of its own: one start of the compiler instead of one each.
 */
export async function preparePrograms(
  programs: readonly string[],
  { folder, file }: { folder: string; file: string },
): Promise<string[][]> {
  const isJava = file.endsWith(".java");
  const files = programs.map((program, index) => {
    const own = join(folder, `call${index}`);
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, file), isJava ? `package call${index};\n${program}` : program);
    return join(own, file);
  });
  if (!isJava) return files.map((one) => [one]);
  const classes = join(folder, "classes");
  await run("javac", ["-d", classes, ...files]);
  return files.map((_, index) => ["-cp", classes, `call${index}.Call`]);
}
