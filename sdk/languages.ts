/** The client libraries, and what runs their suites. */

export interface Language {
  readonly name: string;
  /** Runs the whole suite on the stage that `VITARAN_STAGE` names; from the project's folder. */
  readonly command: readonly string[];
  /** Succeeds where the system has what the suite needs. */
  readonly needs: readonly string[];
  /** One line: how to get that. */
  readonly remedy: string;
}

export const LANGUAGES: readonly Language[] = [
  {
    name: "node",
    command: ["node", "sdk/node/test/main.ts"],
    needs: ["npm", "--version"],
    remedy: "npm comes with Node.js: https://nodejs.org",
  },
  {
    name: "java",
    command: ["mvn", "-B", "-q", "-f", "sdk/java/pom.xml", "verify"],
    needs: ["sh", "-c", "command -v mvn && command -v javac"],
    remedy:
      "Java 17 and Maven: apt-get install maven openjdk-17-jdk-headless, or brew install maven openjdk@17",
  },
  {
    name: "python",
    command: ["python3", "sdk/python/tests/main.py"],
    needs: ["python3", "-c", "import sys, venv, ensurepip; assert sys.version_info >= (3, 9)"],
    remedy: "Python 3.9 or later with venv: https://www.python.org, or apt install python3-venv",
  },
  {
    name: "php",
    command: ["php", "sdk/php/test/run.php"],
    needs: ["sh", "-c", "command -v composer && php -m | grep -qx curl && php -m | grep -qx zip"],
    remedy: "PHP with curl, zip and Composer: apt-get install php-cli php-curl php-zip composer",
  },
];
