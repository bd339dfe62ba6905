import os
from http.server import BaseHTTPRequestHandler, HTTPServer
from vitaran import SignatureError, verify_webhook

class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        try:
            event = verify_webhook(body, self.headers, client_secret=os.environ["CLIENT_SECRET"])
            print(event.type, "is genuine", event.data, flush=True)
            self.send_response(200)
        except SignatureError:
            self.send_response(400)
        self.end_headers()

HTTPServer(("", int(os.environ.get("PORT", "8443"))), Receiver).serve_forever()
