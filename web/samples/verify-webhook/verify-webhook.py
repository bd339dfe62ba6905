import base64, hashlib, hmac, os
from http.server import BaseHTTPRequestHandler, HTTPServer
from urllib.parse import parse_qsl

def is_genuine(fields):
    """Whether the fields were signed with your client secret."""
    values = "".join(fields[key] for key in sorted(fields) if key != "signature")
    digest = hmac.new(os.environ["CLIENT_SECRET"].encode(), values.encode(), hashlib.sha256).digest()
    return hmac.compare_digest(base64.b64encode(digest).decode(), fields.get("signature", ""))

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        fields = dict(parse_qsl(body))
        genuine = is_genuine(fields)
        print(fields.get("event", "no event"), "is genuine" if genuine else "is not genuine", flush=True)
        self.send_response(200 if genuine else 400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", "8443"))), Receiver).serve_forever()
