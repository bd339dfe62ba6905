/** Addresses that no webhook may ever be sent to, in every spelling that we know, for tests. */

/** Hosts that must never be reached, with any scheme and port. */
export const FORBIDDEN_HOSTS = Object.values({
  "this machine": `127.0.0.1 127.1 127.0.1 127.0.0.1. 127.8.8.8 127.255.255.254 0 0.0.0.0 0x0 0x7f000001
    0x7f.1 0x7F.0.0.0x1 2130706433 017700000001 0177.0.0.1 00000177.1 localhost LOCALHOST localhost.
    a.localhost
    １２７.０.０.１ 127。0。0。1 ①②⑦.0.0.1 %31%32%37.0.0.1 [::1] [0:0:0:0:0:0:0:1] [0000::0001] [::]`,
  "IPv4 inside IPv6": `[::ffff:127.0.0.1] [::ffff:7f00:1] [::ffff:169.254.169.254] [::ffff:0:127.0.0.1]
    [::127.0.0.1] [64:ff9b::127.0.0.1] [64:ff9b::a9fe:a9fe] [64:ff9b:1::10.0.0.1] [2002:7f00:1::]
    [2002:a00:1::1] [2001:0:7f00:1::1] [2001:10::1] [2001:20::1]`,
  private: `10.0.0.1 10.255.255.255 012.0.0.1 172.16.0.1 172.31.255.254 192.168.0.1 192.168.255.255 0xc0a80001
    100.64.0.1 100.100.100.200 100.127.255.254 [fc00::1] [fdff::1] [fec0::1]`,
  "link-local and metadata services": `169.254.169.254 169.254.170.2 0xa9fea9fe 2852039166 0251.0376.0251.0376
    168.63.129.16 192.0.0.192 [fe80::1] [febf::1] [fd00:ec2::254]`,
  "documentation, benchmarks, relays": `192.0.2.1 198.51.100.7 203.0.113.9 198.18.0.1 198.19.255.254
    192.88.99.1 [2001:db8::1] [3fff::1] [100::1] [5f00::1]`,
  "multicast, reserved, broadcast": `224.0.0.1 239.255.255.255 240.0.0.1 255.255.255.255 [ff02::1] [ff0e::1]`,
  "names that lead there": `to-loopback.example to-private.example to-metadata.example to-mapped.example
    to-link-local.example mixed.example mixed-six.example to-nowhere.example bücher.example
    xn--bcher-kva.example TO-LOOPBACK.example.`,
}).flatMap((hosts) => hosts.split(/\s+/u));

/** Complete URLs that are refused because of their form. */
export const FORBIDDEN_URLS = [
  "",
  "good.example",
  "//good.example/",
  "http://good.example/",
  "http://good.example:443/",
  "https://good.example:8443/",
  "https://good.example:80/",
  "https://good.example:0/",
  "ftp://good.example/",
  "wss://good.example/",
  "file:///etc/passwd",
  "gopher://good.example/",
  "javascript:alert(1)",
  "data:text/plain,x",
  "blob:https://good.example/1",
  "https://",
  "https:///",
  "https://[::1",
  "https://good.example:99999/",
  "https://user@good.example/",
  "https://user:word@good.example/",
  "https://:word@good.example/",
  "https://good.example@127.0.0.1/",
  "https://good.example:443@127.0.0.1/",
  "https://good.example%00.127.0.0.1/",
  "https://127.0.0.1\\@good.example/",
  "https://good.example\\.127.0.0.1/",
  "https:127.0.0.1/",
  "https:/127.0.0.1/",
  "https:///127.0.0.1/",
  "https:\\\\127.0.0.1/",
  " https://good.example/",
  "https://good.example/ ",
  "https://good.exa\nmple/",
  "ht\ttps://good.example/",
  "https://good.example/#there",
  "https://256.256.256.256/",
  "https://1.2.3.4.5/",
  `https://good.example/${"a".repeat(2048)}`,
];

/** The entries of the name servers in these tests. */
export const NAMES: Record<string, readonly string[]> = {
  "good.example": ["93.184.215.14", "2606:2800:21f:cb07:6820:80da:af6b:8b2c"],
  "xn--gdel-5qa.example": ["93.184.215.14"],
  "to-loopback.example": ["127.0.0.1"],
  "to-private.example": ["192.168.1.1"],
  "to-metadata.example": ["169.254.169.254"],
  "to-mapped.example": ["::ffff:10.0.0.1"],
  "to-link-local.example": ["fe80::1%eth0"],
  "mixed.example": ["93.184.215.14", "127.0.0.1"],
  "mixed-six.example": ["93.184.215.14", "::1"],
  "xn--bcher-kva.example": ["127.0.0.1"],
};
