"""Why the server closes a socket. On a code from 4400 to 4499 a client stops and does not come back by itself."""

NO_COOKIE = 4401
KICKED = 4403
NO_SUCH_ROOM = 4404
FLOOD = 4429
