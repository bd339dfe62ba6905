/**
 * `npm run test:wire -- URL`: says whether a PostgreSQL, or what stands in front of it, answers the server's rounds as
 * PostgreSQL does. It speaks the same words to that address and to a PostgreSQL of its own, and compares every message.
 *
 * The address needs a role that may create a schema. The schema is removed at the end, and nothing else is touched.
 */
import { compareWire } from "./compare-wire.ts";

const [url, ...more] = process.argv.slice(2);
if (url === undefined || more.length > 0 || !/^postgres(ql)?:\/\//.test(url)) {
  console.error("npm run test:wire -- postgres://user:password@host:port/database");
  process.exit(2);
}
const { different, talks } = await compareWire(url, (line) => console.log(line));
console.log(
  different === 0
    ? `\n${talks} of ${talks} conversations are PostgreSQL's, to the letter.`
    : `\n${different} of ${talks} conversations are not PostgreSQL's: do not put the server behind this address.`,
);
process.exit(different === 0 ? 0 : 1);
