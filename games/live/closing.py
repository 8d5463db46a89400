"""Why the server closes a socket. On a code from 4400 to 4499 a client does not come back by itself."""

NO_COOKIE = 4401
PUT_OUT = 4403  # or has left
NO_SUCH_ROOM = 4404
FLOOD = 4429
