import base64, hashlib, hmac, json, os
from http.server import BaseHTTPRequestHandler, HTTPServer

def is_genuine(headers, body):
    """Whether the body, as it came, was signed with your client secret."""
    signed = headers.get("x-webhook-timestamp", "").encode() + body
    digest = hmac.new(os.environ["CLIENT_SECRET"].encode(), signed, hashlib.sha256).digest()
    return hmac.compare_digest(base64.b64encode(digest).decode(), headers.get("x-webhook-signature", ""))

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        genuine = is_genuine(self.headers, body)
        print(json.loads(body)["type"] + " is genuine" if genuine else "not genuine", flush=True)
        self.send_response(200 if genuine else 400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", "8443"))), Receiver).serve_forever()
