"""The codes that a table's socket is closed with: the standard ones of RFC 6455, and ours from 4000 on."""

UNSUPPORTED_DATA = 1003  # not text
POLICY_VIOLATION = 1008  # too many messages
SERVICE_RESTART = 1012  # reconnect at once
TRY_AGAIN_LATER = 1013  # too slow, or the server is too busy

NO_RIGHT = 4401
NO_TABLE = 4404
TOKEN_REPLACED = 4410
