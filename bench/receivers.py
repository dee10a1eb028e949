"""Local servers that keep what Sprout sends: emails by SMTP, and webhooks."""

import re
import socketserver
import threading
import time
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class MailServer:
    """Accepts every email. `messages` are parsed, in the order of arrival."""

    def __init__(self):
        self.messages = []
        self.server = start(socketserver.ThreadingTCPServer, SmtpSession, self.messages)

    @property
    def env(self):
        """The settings of a Sprout server that sends here."""
        return {
            "SPROUT_SMTP_URL": f"smtp://127.0.0.1:{self.server.server_address[1]}?tls=none",
            "SPROUT_MAIL_FROM": "Sprout <alerts@sprout.example>",
        }

    def wait_for_token(self, address):
        """The token of the link in the first email to an address."""
        for _ in range(600):
            for message in list(self.messages):
                if address in str(message["To"]):
                    text = message.get_body(("plain",)).get_content()
                    return re.search(r"#token=([\w.~-]+)", text)[1]
            time.sleep(0.1)
        raise SystemExit(f"no email to {address}")


class SmtpSession(socketserver.StreamRequestHandler):
    """As much of SMTP as a client needs that sends one email after the other."""

    def handle(self):
        try:
            self.reply("220 bench ready")
            while line := self.rfile.readline():
                verb = line[:4].upper()
                if verb == b"DATA":
                    self.reply("354 go on")
                    self.receive_message()
                self.reply("221 bye" if verb == b"QUIT" else "250 OK")
        except ConnectionError:
            # The server was killed.
            pass

    def receive_message(self):
        lines = []
        while (line := self.rfile.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        if line:
            message = message_from_bytes(b"".join(lines), policy=policy.default)
            self.server.received.append(message)

    def reply(self, text):
        self.wfile.write(f"{text}\r\n".encode())


@dataclass
class WebhookRequest:
    headers: dict
    body: str
    status: int

    @property
    def id(self):
        return self.headers["webhook-id"]


@dataclass
class RequestLog:
    """Requests in the order of arrival. Every `refuse_every`-th is answered with status 500."""

    refuse_every: int = 0
    # Called with each request before the response.
    on_request: object = None
    requests: list = field(default_factory=list)
    lock: threading.Lock = field(default_factory=threading.Lock)

    def append(self, headers, body):
        with self.lock:
            is_refused = self.refuse_every and (len(self.requests) + 1) % self.refuse_every == 0
            request = WebhookRequest(headers, body, 500 if is_refused else 200)
            self.requests.append(request)
            if self.on_request:
                self.on_request(request)
            return request.status


class WebhookReceiver:
    """Keeps webhook requests."""

    def __init__(self, refuse_every=0, on_request=None):
        self.log = RequestLog(refuse_every, on_request)
        self.server = start(ThreadingHTTPServer, WebhookHandler, self.log)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/events"

    @property
    def requests(self):
        return self.log.requests


class WebhookHandler(BaseHTTPRequestHandler):
    def do_POST(self):
        try:
            body = self.rfile.read(int(self.headers["content-length"])).decode()
            headers = {name.lower(): value for name, value in self.headers.items()}
            self.send_response(self.server.received.append(headers, body))
            self.send_header("content-length", "0")
            self.end_headers()
        except ConnectionError:
            # The server was killed.
            pass

    def log_message(self, *_):
        """Nothing."""


def start(server_class, handler, received):
    """A server on a free port of this machine, with a thread for each connection."""
    server = server_class(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.received = received
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server
