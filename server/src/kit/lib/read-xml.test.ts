import assert from "node:assert/strict";
import { test } from "node:test";
import { makeXmlReader, XmlError } from "./read-xml.ts";

const LIMITS = { bytes: 4_000, depth: 5, piece: 300 };

/** Returns everything that a reader reports as one text; the document is fed in pieces of a given size. */
function read(document: string | Uint8Array, size = 1_000_000): string {
  const told: string[] = [];
  const reader = makeXmlReader(
    {
      open: (name, namespace, attributes) =>
        told.push(
          `<${namespace}|${name}${[...attributes].map(([key, value]) => ` ${key}=${value}`).join("")}>`,
        ),
      text: (text) => told.push(text),
      close: (name) => told.push(`</${name}>`),
    },
    LIMITS,
  );
  const bytes = typeof document === "string" ? Buffer.from(document) : document;
  for (let at = 0; at < bytes.length; at += size) reader.write(bytes.subarray(at, at + size));
  reader.end();
  return told.join("");
}

const WHOLE =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<!-- a > b --><d xmlns="urn:a" xmlns:p="urn:b">\r\n' +
  "<p:e f='1 &gt; 0' g=\"a>b\"/>आशा &amp; &#8377;&#x41;<![CDATA[<raw&>]]></d>\n";

test("elements, attributes, namespaces, references and CDATA are told, in pieces of any size", () => {
  const told = "<urn:a|d>\n<urn:b|e f=1 > 0 g=a>b></e>आशा & ₹A<raw&></d>";
  for (const size of [1, 2, 3, 7, 64, 1_000]) assert.equal(read(WHOLE, size), told, `${size} bytes`);
  assert.equal(read(Buffer.from(`\ufeff${WHOLE}`)), told, "a byte order mark");
});

test("a document that was cut anywhere is refused", () => {
  const bytes = Buffer.from(WHOLE.trimEnd());
  for (let length = 0; length < bytes.length; length += 1) {
    assert.throws(() => read(bytes.subarray(0, length)), XmlError, `${length} bytes`);
  }
});

test("the encoding is told by a mark, by the declaration, or by the first bytes", () => {
  const declared = (encoding: string) => `<?xml version="1.0" encoding="${encoding}"?>\n<d>José – ₹</d>`;
  const swapped = (text: string) => Buffer.from(text, "utf16le").swap16();
  const dash = [0x4a, 0x6f, 0x73, 0xe9, 0x20, 0x96];
  const windows = (encoding: string) =>
    Buffer.concat([
      Buffer.from(`<?xml version='1.0' encoding='${encoding}'?><d>`),
      Buffer.from(dash),
      Buffer.from("</d>"),
    ]);
  const whole: [Uint8Array, string][] = [
    [Buffer.from(declared("UTF-8")), "José – ₹"],
    [Buffer.from(`\ufeff${declared("utf-8")}`), "José – ₹"],
    [Buffer.from(`\ufeff${declared("UTF-16")}`, "utf16le"), "José – ₹"],
    [swapped(`\ufeff${declared("UTF-16")}`), "José – ₹"],
    [Buffer.from(declared("UTF-16"), "utf16le"), "José – ₹"],
    [windows("ISO-8859-1"), "José –"],
    [windows("Windows-1252"), "José –"],
  ];
  for (const [bytes, text] of whole) {
    for (const size of [1, 7, 1_000_000]) {
      const heard = read(bytes, size);
      assert.ok(
        JSON.stringify(heard).includes(text),
        `${text} in pieces of ${size}: ${JSON.stringify(heard)}`,
      );
    }
  }
});

const BOMB = '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><d>&b;</d>';

const HOSTILE: Readonly<Record<string, string | Uint8Array>> = {
  "an entity that grows": BOMB,
  "an entity from a file": '<!DOCTYPE d [<!ENTITY x SYSTEM "file:///etc/passwd">]><d>&x;</d>',
  "an entity from the network": '<!DOCTYPE d SYSTEM "http://127.0.0.1:9/x.dtd"><d/>',
  "a document type without anything": "<!DOCTYPE d><d/>",
  "an entity that is not defined": "<d>&nbsp;</d>",
  "a reference without its end": "<d>&amp</d>",
  "a reference to no character": "<d>&#0;</d>",
  "a reference beyond Unicode": "<d>&#x110000;</d>",
  "a reference to half a character": "<d>&#xD800;</d>",
  "a processing instruction": '<d><?php echo "x"?></d>',
  "a style sheet": '<?xml-stylesheet href="http://127.0.0.1:9/x"?><d/>',
  "a declaration that is not first": ' <?xml version="1.0"?><d/>',
  "XML 1.1": '<?xml version="1.1"?><d/>',
  "an encoding that is not read": '<?xml version="1.0" encoding="UTF-7"?><d/>',
  "UTF-16 said of single bytes": '<?xml version="1.0" encoding="UTF-16"?><d/>',
  "half a character of UTF-16": Buffer.from([...Buffer.from("<d/>", "utf16le"), 0x20]),
  "bytes that are not UTF-8": Buffer.from([...Buffer.from("<d>"), 0xe9, ...Buffer.from("</d>")]),
  "a control character": "<d>\u0001</d>",
  "a second element": "<d/><d/>",
  "text after the end": "<d/>x",
  "CDATA after the end": "<d/><![CDATA[x]]>",
  "tags that cross": "<d><e></d></e>",
  "an end tag alone": "</d>",
  "an attribute twice": '<d a="1" a="2"/>',
  "an attribute without quotes": "<d a=1/>",
  "< in an attribute": '<d a="<"/>',
  "]]> in a text": "<d>]]></d>",
  "-- in a comment": "<d><!-- a -- b --></d>",
  "a prefix that stands for nothing": "<p:d/>",
  "too deep": "<d>".repeat(6) + "</d>".repeat(6),
  "a text that is too long": `<d>${"x".repeat(301)}</d>`,
  "a tag that is too long": `<d a="${"x".repeat(301)}"/>`,
  "a tag that never ends": `<d a="${"x".repeat(1_000)}`,
  "too large": `<d>${"<e>xxxxxxxxxxxxxxxxxxxx</e>".repeat(200)}</d>`,
  nothing: "",
  "no XML": "SUCCESS",
};

for (const [name, document] of Object.entries(HOSTILE)) {
  test(`${name} is refused`, () => {
    for (const size of [1, 5, 1_000_000])
      assert.throws(() => read(document, size), XmlError, `${size} bytes`);
  });
}
