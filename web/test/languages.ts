// The languages of the samples, and the commands that run them.
import { spawnSync } from "node:child_process";
import type { LanguageId } from "#ui/code-language.ts";

interface Runner {
  ending: string;
  command: string;
  isThere: [command: string, ...args: string[]];
  file: string;
  /** The way to install the language if it is missing. */
  remedy: string;
}

export const languages: Record<LanguageId, Runner> = {
  curl: {
    ending: ".sh",
    command: "bash",
    isThere: ["curl", "--version"],
    file: "call.sh",
    remedy: "apt-get install bash curl",
  },
  node: {
    ending: ".mjs",
    command: process.execPath,
    isThere: [process.execPath, "--version"],
    file: "call.mjs",
    remedy: "npm ci",
  },
  python: {
    ending: ".py",
    command: "python3",
    isThere: ["python3", "--version"],
    file: "call.py",
    remedy: "apt-get install python3, or https://www.python.org",
  },
  java: {
    ending: ".java",
    command: "java",
    isThere: ["javac", "-version"],
    file: "Call.java",
    remedy: "apt-get install openjdk-17-jdk-headless, or https://adoptium.net",
  },
  php: {
    ending: ".php",
    command: "php",
    isThere: ["php", "-r", "exit(function_exists('curl_init') ? 0 : 1);"],
    file: "call.php",
    remedy: "apt-get install php-cli php-curl, or https://www.php.net",
  },
};

/** True if this system has everything that the language needs. */
export const present = (language: LanguageId): boolean => succeeds(languages[language].isThere);

export function succeeds([command = "", ...args]: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: "ignore" }).status === 0;
}
